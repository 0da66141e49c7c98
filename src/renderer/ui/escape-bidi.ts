import { replaceHidden } from '../../shared/rules/hidden-characters.ts'

/** Makes hidden characters in external text visible. */
export function escapeBidi(text = ''): string {
  // guard: hidden-characters
  return replaceHidden(text, (character) => `⟨U+${codeOf(character)}⟩`)
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
}
