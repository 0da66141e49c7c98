import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { escapeBidi } from '../ui/escape-bidi.ts'
import { t } from '../ui/messages.ts'
import { codePointLength, truncate, truncateStart } from '../../shared/rules/text-length.ts'

/** The most characters of a name inside a sentence. */
const maxNameLength = 60
/** Those of them that are its end, where the names of two users often differ: “(contractor)”. */
const endLength = 24

/** The name of a user, or the username where no character of the name is visible. */
export function shownName({ name, username }: { name: string; username: string }): string {
  return isSeen(name) ? escapeBidi(name) : username || t('common.unknownUser')
}

function isSeen(name: string): boolean {
  return /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(name)
}

/** The name of a user inside a sentence, cut in the middle where it is too long to read. */
export function nameInSentence(user: { name: string; username: string }): string {
  const name = shownName(user)
  if (codePointLength(name) <= maxNameLength) return bidiIsolate(name)
  const start = truncate(name, maxNameLength - endLength).trimEnd()
  return bidiIsolate(`${start}…${truncateStart(name, endLength).trimStart()}`)
}
