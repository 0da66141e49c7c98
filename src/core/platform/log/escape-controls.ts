/** Escapes characters that control a terminal or hide other characters. */
export function escapeControls(text: string): string {
  // guard: verify-log-escape
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return String.raw`\u{${character.codePointAt(0)!.toString(16)}}`
  })
}
