import type { EmojiBook, EmojiEntry } from '../../components/emoji/emoji-book.ts'

/** How many results to return at most. */
export const emojiResultLimit = 120

/**
 * Searches emoji, ranked by match: exact name, occasion, name prefix, prefix of another word, part of a name.
 * Every typed word must match. Colons and spaces in names are ignored.
 */
export function searchEmoji(book: EmojiBook, query: string): EmojiEntry[] {
  const typed = query.trim().toLowerCase().replaceAll(':', '')
  if (!typed) return []
  const name = typed.replace(/\s+/g, '_')
  const exact = book.byName.get(name)
  return book.entries
    .map((entry) => ({ entry, rank: rank(entry, name, typed.split(/\s+/)) }))
    .filter(({ entry, rank }) => rank < noMatch && entry.emoji !== exact?.emoji)
    .sort((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
    .toSpliced(0, 0, ...(exact ? [exact] : []))
    .slice(0, emojiResultLimit)
}

const noMatch = 9

function rank(entry: EmojiEntry, name: string, typed: string[]): number {
  if (typed.every((part) => entry.occasions.includes(part))) return 1
  if (entry.name.startsWith(name)) return 2
  if (typed.every((part) => entry.words.some((word) => word === part))) return 3
  if (typed.every((part) => startsWord(entry, part))) return 4
  if (entry.words.some((word) => word.includes(name))) return 5
  return noMatch
}

function startsWord({ words, occasions }: EmojiEntry, part: string): boolean {
  return [...words, ...occasions].some((word) => word.startsWith(part))
}

/** The query as the name of a possible custom emoji; undefined if it’s a known emoji or an invalid name. */
export function unknownName(book: EmojiBook, query: string): string | undefined {
  const name = query.trim().toLowerCase().replace(/^:|:$/g, '').replace(/\s+/g, '_')
  return /^[a-z0-9_+-]{2,100}$/.test(name) && !book.byName.has(name) ? name : undefined
}
