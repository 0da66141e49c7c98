import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { escapeBidi } from '../ui/escape-bidi.ts'
import { t } from '../ui/messages.ts'
import { codePointLength, truncate, truncateStart } from '../../shared/rules/text-length.ts'

/** How long a name within a sentence may be before it’s truncated. */
const maxNameLength = 60
/** How much of the end to keep. Similar names often differ there: “(contractor)”. */
const endLength = 24

/** A user’s name, or their username if the name has no visible characters. */
export function shownName({ name, username }: { name: string; username: string }): string {
  return isSeen(name) ? escapeBidi(name) : username || t('common.unknownUser')
}

function isSeen(name: string): boolean {
  return /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(name)
}

/** A user’s name for use in a sentence, truncated in the middle if it’s too long. */
export function nameInSentence(user: { name: string; username: string }): string {
  const name = shownName(user)
  if (codePointLength(name) <= maxNameLength) return bidiIsolate(name)
  const start = truncate(name, maxNameLength - endLength).trimEnd()
  return bidiIsolate(`${start}…${truncateStart(name, endLength).trimStart()}`)
}
