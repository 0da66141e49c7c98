import type { JournalEntry } from '../../../../shared/app/journal.ts'
import { moderationActions } from '../../../../shared/moderation.ts'
import { fieldWords } from '../../../field-words.ts'
import { actionWords } from '../../../moderation-words.ts'
import { userStateWords } from '../../../user-states.ts'

/** What was called, by the name of the operation. */
const operationWords: Record<string, string> = {
  'users.create': 'Create user',
  'users.modify': 'Edit user',
  'users.removeIdentity': 'Remove identity',
  'users.viewAs': 'View as',
  'sshKeys.addFor': 'Add SSH key',
  'sshKeys.removeOf': 'Delete SSH key',
  'gpgKeys.addFor': 'Add GPG key',
  'gpgKeys.removeOf': 'Delete GPG key',
  'emails.addFor': 'Add email',
  'emails.removeOf': 'Delete email',
  'impersonationTokens.create': 'Create impersonation token',
  'impersonationTokens.revoke': 'Revoke impersonation token',
  'personalAccessTokens.createFor': 'Create personal access token',
  'serviceAccounts.create': 'Create service account',
}

/** An action of the journal in words; one that an older or newer Latchkey wrote as well as its name tells. */
export function journalActionWords(action: string): string {
  const moderation = moderationActions.find((one) => one === action)
  if (moderation) return actionWords[moderation].label
  return Object.hasOwn(operationWords, action) ? operationWords[action]! : fieldWords(action)
}

/** How an outcome is called and coloured. */
export const outcomeLook: Record<JournalEntry['outcome'], { label: string; tone: string }> = {
  done: { label: 'Done', tone: 'primary' },
  refused: { label: 'Refused', tone: 'danger' },
  unknown: { label: 'Outcome unknown', tone: 'warning' },
}

/** "Active → Blocked", as far as it was read. */
export function changeWords({ before, after }: Pick<JournalEntry, 'before' | 'after'>) {
  if (before === undefined && after === undefined) return undefined
  return `${stateOf(before)} → ${stateOf(after)}`
}

function stateOf(state: string | undefined): string {
  if (state === undefined) return 'not read'
  return state === 'gone' ? 'Gone' : userStateWords(state)
}
