const scripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic']
const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/**
 * Whether a word of a name has letters of several scripts that look alike, such as a Cyrillic “о” between Latin letters. A name with
 * words in two scripts is fine.
 */
export function hasMixedScripts(name: string): boolean {
  // guard: mixed-scripts
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => patterns.filter((pattern) => pattern.test(word)).length > 1)
}
