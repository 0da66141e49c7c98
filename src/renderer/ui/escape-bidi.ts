import { replaceHidden } from '../../shared/rules/hidden-characters.ts'

/** External text with hidden characters made visible. */
export function escapeBidi(text = ''): string {
  // guard: hidden-characters
  return replaceHidden(text, (character) => `⟨U+${codeOf(character)}⟩`)
}

function codeOf(character: string): string {
  return character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
}
