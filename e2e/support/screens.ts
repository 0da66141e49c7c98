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
