/** The first letters of a name’s first and last words, as whole graphemes in any script. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]\S*/gu) ?? []
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen.map((word) => firstLetter(word).toUpperCase()).join('') || '?'
}

// Created on first use and shared, because creating a segmenter takes longer than using it.
let graphemes: Intl.Segmenter | undefined

function firstLetter(word: string): string {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  const [first] = graphemes.segment(word)
  return first?.segment ?? ''
}
