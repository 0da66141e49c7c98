import { charactersOf } from '../../shared/rules/text-length.ts'

/** The first letters of a name’s first and last words, as whole graphemes in any script. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen.map((word) => firstLetter(word).toUpperCase()).join('') || '?'
}

function firstLetter(word: string): string {
  const [first = ''] = charactersOf(word)
  return first
}
