import { gemoji, nameToEmoji } from 'gemoji'

const descriptions = new Map(gemoji.map(({ emoji, description }) => [emoji, description]))

/** Whether an emoji has this name, written without colons. */
export function isEmojiName(name: string): boolean {
  return Object.hasOwn(nameToEmoji, name)
}

/** HTML of a one-line text in which `:name:` codes stand for emoji; everything else in it is shown as it is. */
export function emojiHtml(text: string): string {
  return escapeHtml(text).replace(/:([\w+-]+):/g, (code, name: string) => {
    const emoji = isEmojiName(name) ? nameToEmoji[name] : undefined
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
