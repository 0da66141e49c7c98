/** The first letters of the first and the last word of a name; whole characters, whatever the script. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen.map((word) => firstLetter(word).toUpperCase()).join('') || '?'
}

// One for all: to make it takes longer than to use it.
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstLetter(word: string): string {
  const [first] = graphemes.segment(word)
  return first?.segment ?? ''
}
