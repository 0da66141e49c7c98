/** A piece of a string. Flexible pieces shrink if the string doesn’t fit. */
export interface CutPiece {
  from: number
  to: number
  isFlexible: boolean
}

/** Shorter strings always fit. */
const minLength = 15
/** How many characters to keep at the end of a username. */
const keptCharacters = 5
/** Domains longer than this shrink too. */
const longestKeptDomain = 20

/**
 * Splits a username or email address where it may be truncated. Its start and end stay readable, as does an address’s
 * domain, because similar usernames often differ at the end.
 */
export function cutPieces(text: string): CutPiece[] {
  const { length } = text
  // Text in other scripts may run right to left.
  if (length < minLength || !/^[ -~]+$/.test(text))
    return [{ from: 0, to: length, isFlexible: true }]
  const at = text.lastIndexOf('@')
  const isAddress = at > 0
  const end = isAddress ? at : length
  const cut = Math.max(0, end - (isAddress ? keptCharacters - 1 : keptCharacters))
  const isDomainKept = isAddress && length - at - 1 <= longestKeptDomain
  const kept = isDomainKept || !isAddress ? length : at + 1
  return [
    { from: 0, to: cut, isFlexible: true },
    { from: cut, to: kept, isFlexible: false },
    { from: kept, to: length, isFlexible: true },
  ].filter(({ from, to }) => from < to)
}
