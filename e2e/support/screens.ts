/** Every screen of an account, by its name. */
export const screens = [
  'Home',
  'Profile',
  'Status',
  'Avatar',
  'Emails',
  'Preferences',
  'Keys',
  'This computer',
  'Repositories',
  'Tokens',
  'Following',
  'New runner',
  'Accounts',
  'Settings',
]

/** The sections of the screens that the sidebar doesn't show itself. */
export const sectionOf: Readonly<Record<string, string>> = {
  Status: 'Profile',
  Avatar: 'Profile',
  Emails: 'Profile',
  Preferences: 'Profile',
  Repositories: 'This computer',
}

/** The same, of the screens that only administrators have. */
export const adminSectionOf: Readonly<Record<string, string>> = {
  'Keys and tokens': 'Access review',
  Activities: 'Users',
  'What changed': 'Users',
  'Spam sweep': 'Users',
}

/** The screens that the sidebar has for administrators beside them. */
export const adminScreens = [
  'Users',
  'Activities',
  'What changed',
  'Spam sweep',
  'Queue',
  'Access review',
  'Keys and tokens',
  'Service accounts',
  'Audit log',
]

/** The tabs of a person's page, as administrators see it, with those of the credentials. */
export const personTabs = [
  'Overview',
  'Access',
  'Credentials',
  'SSH keys',
  'GPG keys',
  'Impersonation tokens',
  'Personal access tokens',
  'Memberships',
  'History',
]
