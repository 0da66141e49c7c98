import { isolated } from './isolated.ts'
import { clipped, lengthOf } from './text-length.ts'

/** Characters of a name after which a sentence about somebody says no more of it. */
const longestInWords = 60

/** Signs that nobody sees and that change in which order others are read: “exe.jpg” may be a “gpj.exe”. */
const turningSigns = /[\u202A-\u202E\u2066-\u2069]/g

/** A text from elsewhere with the signs named that would change how it is read. */
export function plainly(text: string): string {
  return text.replace(
    turningSigns,
    (sign) => `⟨U+${sign.codePointAt(0)!.toString(16).toUpperCase()}⟩`,
  )
}

/** What a person is called: by the name, or by the username where no sign of the name can be seen. */
export function shownName({ name, username }: { name: string; username: string }): string {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(name) ? plainly(name) : username || 'Unknown user'
}

/** What a person is called inside a sentence of ours, which stays readable however long the name is. */
export function nameInWords(person: { name: string; username: string }): string {
  const name = shownName(person)
  return isolated(
    lengthOf(name) > longestInWords ? `${clipped(name, longestInWords).trimEnd()}…` : name,
  )
}
