/** A slice of a text. Flexible ones shrink if the text doesn’t fit. */
export interface CutPiece {
  from: number
  to: number
  isFlexible: boolean
}

/** Shorter texts fit. */
const minLength = 15
/** The number of characters kept at the end of a username. */
const keptCharacters = 5
/** Longer domains shrink too. */
const longestKeptDomain = 20

/**
 * Where a username or email address may be cut, so that its start and end stay readable, and the domain of an address.
 * Users with the same name differ at the end.
 */
export function cutPieces(text: string): CutPiece[] {
  const { length } = text
  // Text in other scripts may be bidirectional.
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
