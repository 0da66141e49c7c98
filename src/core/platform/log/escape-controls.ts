/** Escapes characters that control a terminal or hide other characters. */
export function escapeControls(text: string): string {
  // guard: verify-log-escape
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, (character) => {
    return String.raw`\u{${character.codePointAt(0)!.toString(16)}}`
  })
}

/** Formats JSON, and escapes characters that it allows but terminals interpret. */
export function escapeJson(value: unknown): string {
  const hidden = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu
  return JSON.stringify(value, undefined, 2).replaceAll(hidden, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
