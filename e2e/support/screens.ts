/** Names of all screens an account has. */
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

/** The sections of screens that aren’t in the sidebar themselves. */
export const sectionOf: Readonly<Record<string, string>> = {
  Avatar: 'Profile',
  Preferences: 'Profile',
}

/** Like `sectionOf`, but for admin screens. */
export const adminSectionOf: Readonly<Record<string, string>> = {
  Items: 'Access review',
  'Keys and tokens': 'Access review',
  Activities: 'Users',
  'What changed': 'Users',
  'Spam sweep': 'Users',
}

/** Additional screens for administrators. */
export const adminScreens = [
  'Users',
  'Activities',
  'What changed',
  'Spam sweep',
  'Queue',
  'Access review',
  'Items',
  'Keys and tokens',
  'Service accounts',
  'Reports',
  'Audit log',
]

/** The tabs on a user’s admin page, including its credential tabs. */
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
