/** A text's length as the service counts it: in code points. */
export function codePointLength(text: string): number {
  return [...text].length
}

/** Cuts a text where a limit is, and never through a character. */
export function truncate(text: string, limit: number): string {
  return [...text].slice(0, limit).join('')
}
