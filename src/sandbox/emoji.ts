import joypixels from 'emojibase-data/en/shortcodes/joypixels.json' with { type: 'json' }
import { gemoji, nameToEmoji } from 'gemoji'
import { namedEmoji } from '../shared/rules/emoji-names.ts'

const descriptions = new Map(gemoji.map(({ emoji, description }) => [emoji, description]))

const emojiByName = new Map([
  ...Array.from(namedEmoji(joypixels), ({ name, emoji }) => [name, emoji] as const),
  ...Object.entries(nameToEmoji),
])

/** Whether an emoji has this name, written without colons. */
export function isEmojiName(name: string): boolean {
  return emojiByName.has(name)
}

/** HTML of a one-line text in which `:name:` codes stand for emoji; everything else in it is shown as it is. */
export function emojiHtml(text: string): string {
  return escapeHtml(text).replace(/:([\w+-]+):/g, (code, name: string) => {
    const emoji = emojiByName.get(name)
    if (!emoji) return code
    const title = escapeHtml(descriptions.get(emoji) ?? name)
    return `<gl-emoji title="${title}" data-name="${name}">${emoji}</gl-emoji>`
  })
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
