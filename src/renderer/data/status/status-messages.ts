import type { StatusDraft } from '../../../shared/app/own-status.ts'
import type { UserStatus } from '../../../shared/service/current-user.ts'
import {
  clearStatusAfter,
  clearStatusAfterMessages,
  statusFieldMessages,
} from '../../../shared/service/status-limits.ts'
import { exceptionWords, fieldList } from '../field-list.ts'
import { t } from '../../ui/messages.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { momentWords } from '../../ui/time/moments.ts'
import { draftOf, visibleStatus } from './draft.ts'

/** What a status says in a few words. */
export function statusWords({ message, emoji, busy }: StatusDraft): string {
  return message || emoji.replaceAll('_', ' ') || (busy ? 'Busy' : 'Status')
}

/** Why nothing was set or cleared: another status is there than the one that was shown. */
export function elsewhereWords(there: UserStatus): string {
  const status = visibleStatus(there, Date.now())
  return status
    ? `Nothing was changed: your status was set elsewhere to ${bidiIsolate(statusWords(draftOf(status)))}.`
    : 'Nothing was changed: your status was cleared elsewhere.'
}

/** What was saved, and what was not. */
export function savedWords(
  lead: string,
  { ignored, theirs }: { ignored: readonly string[]; theirs: readonly string[] },
): string {
  const saved = ignored.length > 0 ? `${lead}, ${exceptionWords(labelsOf(ignored))}.` : `${lead}.`
  if (theirs.length === 0) return saved
  return `${saved} Changed elsewhere meanwhile: ${fieldList(labelsOf(theirs))}.`
}

/** When a status clears itself, as it was chosen or as it is set now. */
export function clearWords(clear: string, now: number): string {
  if (clear === '') return 'Don’t clear'
  const preset = clearStatusAfter.find((one) => one === clear)
  return preset ? t(clearStatusAfterMessages[preset]) : momentWords(Date.parse(clear), now)
}

function labelsOf(names: readonly string[]): string[] {
  return Object.entries(statusFieldMessages)
    .filter(([name]) => names.includes(name))
    .map(([, id]) => t(id))
}
