/** The first letters of the first and last word of a name; whole graphemes in any script. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen.map((word) => firstLetter(word).toUpperCase()).join('') || '?'
}

// Shared and created on first use, because creating it takes longer than using it.
let graphemes: Intl.Segmenter | undefined

function firstLetter(word: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const [first] = graphemes.segment(word)
  return first?.segment ?? ''
}
