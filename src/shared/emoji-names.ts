/** Short names of an emoji, by the hex code points of it: as JoyPixels, which GitLab follows, names them. */
export type ShortNames = Readonly<Record<string, string | readonly string[]>>

/** Every name of the JoyPixels set with its emoji, skin tones and flags among them. */
export function* namedEmoji(names: ShortNames): Generator<{ name: string; emoji: string }> {
  for (const [hex, given] of Object.entries(names)) {
    const emoji = String.fromCodePoint(...hex.split('-').map((code) => Number.parseInt(code, 16)))
    for (const name of typeof given === 'string' ? [given] : given) yield { name, emoji }
  }
}

/** An emoji without the mark that asks for its coloured form, for comparing two spellings of the same one. */
export function plainEmoji(emoji: string): string {
  return emoji.replaceAll('\uFE0F', '')
}
