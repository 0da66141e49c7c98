import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { escapeBidi } from '../ui/escape-bidi.ts'
import { clipped, lengthOf } from '../ui/text-length.ts'

/** Characters of a name after which a sentence about somebody says no more of it. */
const longestInWords = 60

/** What a person is called: by the name, or by the username where no sign of the name can be seen. */
export function shownName({ name, username }: { name: string; username: string }): string {
  return isSeen(name) ? escapeBidi(name) : username || 'Unknown user'
}

function isSeen(name: string): boolean {
  return /[[\p{L}\p{N}\p{P}\p{S}]--[\p{Default_Ignorable_Code_Point}\u2800]]/v.test(name)
}

/** What a person is called inside a sentence of ours, which stays readable however long the name is. */
export function nameInWords(person: { name: string; username: string }): string {
  const name = shownName(person)
  return bidiIsolate(
    lengthOf(name) > longestInWords ? `${clipped(name, longestInWords).trimEnd()}…` : name,
  )
}
