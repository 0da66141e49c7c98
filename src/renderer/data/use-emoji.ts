import { computed, onMounted, shallowRef } from 'vue'
import type { EmojiBook } from './emoji/emoji-book.ts'
import { loadEmojiBook, withEmoji } from './emoji/emoji-book.ts'

/** What the service shows where a status names no emoji. `app/services/users/set_status_service.rb` */
export const defaultEmoji = 'speech_balloon'

/** The emoji data, loaded when the first component that needs it stands; until then names are shown as codes. */
export function useEmoji() {
  const book = shallowRef<EmojiBook>()
  onMounted(async () => {
    book.value = await loadEmojiBook()
  })

  return {
    book,
    /** The emoji of a name; a name that our data does not know stays a code. */
    glyph: computed(() => (name: string | null | undefined) => {
      const known = name || defaultEmoji
      return book.value ? (book.value.byName.get(known)?.emoji ?? `:${known}:`) : ''
    }),
    spelled: computed(() => (text: string) => withEmoji(text, book.value)),
  }
}
