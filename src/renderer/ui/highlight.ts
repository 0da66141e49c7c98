/** Part of a string, and whether it matches the search. */
export interface TextPart {
  text: string
  isMatch: boolean
}

/** Splits text into parts and marks those that match a search word, ignoring case and accents. */
export function highlightMatches(text: string, search: string): TextPart[] {
  const words = search
    .trim()
    .replace(/^@(?=\S)/, '')
    .split(/\s+/)
    .map(normalize)
    .filter(Boolean)
  if (words.length === 0) return [{ text, isMatch: false }]
  const letters = Array.from(text)
  const isMatched = findMatched(letters, words)
  const parts: TextPart[] = []
  letters.forEach((letter, index) => {
    const isMatch = isMatched[index] === true
    const last = parts.at(-1)
    if (last?.isMatch === isMatch) last.text += letter
    else parts.push({ text: letter, isMatch })
  })
  return parts
}

/** Slices highlighted text. */
export function sliceParts(parts: TextPart[], from = 0, to = Infinity): TextPart[] {
  let start = 0
  return parts.flatMap((part) => {
    const text = part.text.slice(Math.max(0, from - start), Math.max(0, to - start))
    start += part.text.length
    return text === '' ? [] : [{ ...part, text }]
  })
}

function findMatched(letters: readonly string[], words: readonly string[]): boolean[] {
  // Normalizing can turn one letter into several or none.
  const owners: number[] = []
  let normalized = ''
  letters.forEach((letter, index) => {
    const normalizedLetter = normalize(letter)
    normalized += normalizedLetter
    for (let unit = 0; unit < normalizedLetter.length; unit += 1) owners.push(index)
  })
  const isMatched: boolean[] = []
  for (const word of words) {
    for (let at = normalized.indexOf(word); at >= 0; at = normalized.indexOf(word, at + 1)) {
      for (let unit = at; unit < at + word.length; unit += 1) isMatched[owners[unit]!] = true
    }
  }
  return isMatched
}

/** Normalizes text for searching by removing case and accents. */
export function normalize(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')
}
