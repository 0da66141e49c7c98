import { replaceHidden } from '../../../shared/rules/hidden-characters.ts'

/** Text as HTML, also inside of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** Untrusted text as HTML, with hidden characters made visible. */
export function escapeBidiHtml(text: string): string {
  const codeOf = (character: string) =>
    character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
  // guard: hidden-in-files
  return escapeHtml(replaceHidden(text, (character) => `⟨U+${codeOf(character)}⟩`))
}
