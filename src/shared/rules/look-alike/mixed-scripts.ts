const scripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic']
const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/**
 * Whether a word of a name mixes scripts whose letters look alike, such as a Cyrillic “о” between Latin letters. Words
 * in different scripts are fine.
 */
export function hasMixedScripts(name: string): boolean {
  // guard: mixed-scripts
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => patterns.filter((pattern) => pattern.test(word)).length > 1)
}
