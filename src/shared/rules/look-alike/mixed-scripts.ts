const scripts = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic']
const patterns = scripts.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))

/**
 * Whether any word in a name mixes scripts whose letters look alike, such as a Cyrillic “о” among Latin letters. Having
 * different words in different scripts is fine.
 */
export function hasMixedScripts(name: string): boolean {
  // guard: mixed-scripts
  return name
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => patterns.filter((pattern) => pattern.test(word)).length > 1)
}
