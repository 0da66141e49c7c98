/** Short names of emoji by their hex code points, from JoyPixels, which GitLab uses. */
export type ShortNames = Readonly<Record<string, string | readonly string[]>>

/** Every JoyPixels name with its emoji, including skin tones and flags. */
export function* namedEmoji(names: ShortNames): Generator<{ name: string; emoji: string }> {
  for (const [hex, shortNames] of Object.entries(names)) {
    const emoji = String.fromCodePoint(...hex.split('-').map((code) => Number.parseInt(code, 16)))
    for (const name of typeof shortNames === 'string' ? [shortNames] : shortNames)
      yield { name, emoji }
  }
}

/** An emoji without its variation selector, for comparing spellings. */
export function withoutVariationSelector(emoji: string): string {
  return emoji.replaceAll('\uFE0F', '')
}
