/** Every screen of an account, as the sidebar names it. */
export const screens = [
  'Home',
  'Profile',
  'Status',
  'SSH keys',
  'GPG keys',
  'Avatar',
  'Tokens',
  'Emails',
  'Preferences',
  'New runner',
  'People',
  'Activities',
  'Accounts',
  'Settings',
]

/** The screens that the sidebar has for administrators beside them. */
export const adminScreens = ['Directory', 'Actions', 'Service accounts', 'Audit log']

/** The tabs of a person's page, as administrators see it. */
export const personTabs = [
  'Overview',
  'Memberships',
  'Associations',
  'Activity',
  'Status',
  'SSH keys',
  'GPG keys',
  'Emails',
  'Identities',
  'Impersonation tokens',
  'Personal access tokens',
]
