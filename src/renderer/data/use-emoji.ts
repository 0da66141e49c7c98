import { computed, onMounted, shallowRef } from 'vue'
import type { EmojiBook } from './emoji/emoji-book.ts'
import { loadEmojiBook, withEmoji } from './emoji/emoji-book.ts'

/** The emoji of a status that has none. `app/services/users/set_status_service.rb` */
export const defaultEmoji = 'speech_balloon'

/** The emoji data, loaded when a component first needs it. */
export function useEmoji() {
  const book = shallowRef<EmojiBook>()
  onMounted(async () => {
    book.value = await loadEmojiBook()
  })

  return {
    book,
    /** The emoji of a name; an unknown name stays a code. */
    glyph: computed(() => (name: string | null | undefined) => {
      const known = name || defaultEmoji
      return book.value ? (book.value.byName.get(known)?.emoji ?? `:${known}:`) : ''
    }),
    spelled: computed(() => (text: string) => withEmoji(text, book.value)),
  }
}
