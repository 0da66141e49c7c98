import type { StartScreen } from '../../../shared/app/settings-choices.ts'

/** The screens that may be the first one, as people know them. */
export const startScreenNames: Record<StartScreen, string> = {
  home: 'Home',
  profile: 'Profile',
  status: 'Status',
  'ssh-keys': 'SSH keys',
  'gpg-keys': 'GPG keys',
  emails: 'Emails',
  people: 'People',
  activities: 'Activities',
  last: 'Where I left off',
}
