import type { Gemoji } from 'gemoji'
import { computed, onMounted, shallowRef } from 'vue'
import {
  type ShortNames,
  namedEmoji,
  withoutVariationSelector,
} from '../../../shared/rules/emoji-names.ts'
import { occasions } from './occasions.ts'

/** An emoji under one of its names. GitLab stores the name. */
export interface EmojiEntry {
  name: string
  emoji: string
  description: string
  category: string
  /** Lowercase names, tags and description, for searching. */
  words: string[]
  /** Search terms for its common uses in a status. */
  occasions: readonly string[]
}

/** An index of all emoji. */
export interface EmojiBook {
  entries: EmojiEntry[]
  categories: string[]
  byName: ReadonlyMap<string, EmojiEntry>
}

/** GitLab’s emoji for a status that sets none (`app/services/users/set_status_service.rb`). */
export const unsetStatusEmoji = 'speech_balloon'

const book = shallowRef<EmojiBook>()

/** The emoji data, loaded on first use. */
export function useEmoji() {
  onMounted(loadEmojiBook)

  return {
    book,
    /** The emoji for a name, or the name’s code if it’s unknown. */
    glyph: computed(() => (name: string | null | undefined) => {
      const code = name || unsetStatusEmoji
      return book.value ? (book.value.byName.get(code)?.emoji ?? `:${code}:`) : ''
    }),
    spelled: computed(() => (text: string) => withEmoji(text, book.value)),
  }
}

/** The emoji data, if loaded. */
export const loadedEmoji = (): EmojiBook | undefined => book.value

let loading: Promise<EmojiBook> | undefined

/** Loads the emoji data only once, because it’s large and slow to index. */
export function loadEmojiBook(): Promise<EmojiBook> {
  return (loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  }))
}

async function load(): Promise<EmojiBook> {
  const [{ gemoji }, { default: joypixels }] = await Promise.all([
    import('gemoji'),
    import('emojibase-data/en/shortcodes/joypixels.json'),
  ])
  return (book.value = emojiBook(gemoji, joypixels))
}

/** Indexes the data. Each emoji is listed once but found by any of its names, including those from JoyPixels. */
export function emojiBook(data: readonly Gemoji[], shortNames: ShortNames = {}): EmojiBook {
  const byName = new Map<string, EmojiEntry>()
  const occasionsOf = occasionsByName()
  const entries = data.map((one) => {
    const words = [...one.names, ...one.tags, ...one.description.split(/\s+/)]
    const entry: EmojiEntry = {
      name: one.names[0]!,
      emoji: one.emoji,
      description: one.description,
      category: one.category,
      words: words.map((word) => word.toLowerCase()),
      occasions: one.names.flatMap((name) => occasionsOf.get(name) ?? []),
    }
    for (const name of one.names) byName.set(name, { ...entry, name })
    return entry
  })
  const byEmoji = new Map(entries.map((entry) => [withoutVariationSelector(entry.emoji), entry]))
  for (const { name, emoji } of namedEmoji(shortNames)) {
    const entry = byEmoji.get(withoutVariationSelector(emoji))
    entry?.words.push(name)
    if (byName.has(name)) continue
    const unlisted = { emoji, description: name, category: '', words: [name], occasions: [] }
    // The list’s code points lack the variation selector, and without it some systems draw a monochrome glyph.
    byName.set(name, { ...(entry ?? unlisted), name })
  }
  return { entries, categories: [...new Set(entries.map(({ category }) => category))], byName }
}

/** Maps each emoji name to its occasions, highest-ranked first. */
function occasionsByName(): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const [words, names] of Object.entries(occasions)) {
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), ...words.split(' ')])
  }
  return byName
}

/** The name of an emoji character. */
export function emojiName(emoji: string, book: EmojiBook | undefined): string | undefined {
  if (!book || emoji === '' || /^[\p{L}\p{ASCII}]/u.test(emoji)) return undefined
  const plain = withoutVariationSelector(emoji)
  const isSame = (entry: EmojiEntry) => withoutVariationSelector(entry.emoji) === plain
  return (book.entries.find(isSame) ?? [...book.byName.values()].find(isSame))?.name
}

/** Replaces known emoji codes such as `:tada:` in a message. */
export function withEmoji(text: string, book: EmojiBook | undefined): string {
  if (!book) return text
  return text.replace(/:([\w+-]+):/g, (code, name) => book.byName.get(name)?.emoji ?? code)
}
