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
