import { moderationRules } from '../../../shared/moderation.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'
import { actionWords } from './moderation-messages.ts'

/** What is said of one person before an action that nothing takes back. */
const finalWords: Partial<Record<ModerationAction, string>> = {
  approve:
    'They are let in, and a mail tells them so. They cannot be made to wait again; whoever should not be in after all ' +
    'must be blocked.',
  reject:
    'The account is deleted for good, and a mail tells them that they were refused. Nothing brings the account back.',
  disable_two_factor:
    'Their authenticator, security keys and recovery codes are forgotten. Until they set up new ones, the password ' +
    'alone is enough to sign in as them: be sure of who asked for it.',
  delete:
    'The account, profile, keys, tokens and personal projects are deleted for good. Issues, comments and merge ' +
    'requests stay, under the name “Ghost User”.',
  hard_delete:
    'The account is deleted for good, and with it every issue, comment and merge request of theirs, their personal ' +
    'projects, and the groups that only they own, with all projects in them.',
}

/** What an action does to a person, said before it is ordered. */
export function orderText(action: ModerationAction): string {
  return finalWords[action] ?? actionWords[action].what
}

/** Whether nothing takes an action back. */
export function isFinal(action: ModerationAction): boolean {
  return moderationRules[action].undoneBy === undefined
}

/** Whether the account is gone after an action, so that its name must be typed before. */
export function endsAccount(action: ModerationAction): boolean {
  return moderationRules[action].becomes === 'gone'
}
