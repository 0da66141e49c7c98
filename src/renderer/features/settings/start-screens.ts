import type { StartScreen } from '../../../shared/app/settings-choices.ts'
import type { MessageId } from '../../../shared/messages/message.ts'

/** Labels of the screens that can be shown first. */
export const startScreenLabels: Record<StartScreen, MessageId> = {
  home: 'settings.startHome',
  profile: 'settings.startProfile',
  status: 'settings.startStatus',
  'ssh-keys': 'settings.startSshKeys',
  'gpg-keys': 'settings.startGpgKeys',
  emails: 'settings.startEmails',
  people: 'settings.startPeople',
  activities: 'settings.startActivities',
  last: 'settings.startLast',
}
