/** Normalizes text for search and sorting: lowercase, without accents. Idempotent. */
export function normalizeForSearch(text: string): string {
  if (asciiOnly.test(text)) return text.toLowerCase()
  // Sorting many marks of one letter takes minutes.
  // guard: marks-before-search
  const letters = text.toWellFormed().replace(/\p{M}/gu, '')
  return letters
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\0]/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => withoutMark[letter]!)
}

/** Spells ä, ö, and ü as ae, oe, and ue. */
export function expandUmlauts(text: string): string {
  return text.normalize('NFC').replace(/[äöü]/gi, (letter) => `${normalizeForSearch(letter)}e`)
}

/** A name to search and sort by. It contains both spellings of umlauts. */
export function nameKey(name: string): string {
  const [key, expanded] = [name, expandUmlauts(name)].map(normalizeForSearch)
  return key === expanded ? key! : `${key} ${expanded}`
}

const asciiOnly = /^[\x01-\x7f]*$/

/** Letters that Unicode doesn't decompose. */
const withoutMark: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
