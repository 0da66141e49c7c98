/** A slice of a text. One that shrinks gets a share of the space left by the others. */
export interface CutPiece {
  from: number
  to: number
  maxWidth?: string
}

/** Shorter texts fit. */
const minLength = 15
/** Characters kept before the end. */
const keptCharacters = 5
/** More than the average character width, because the kept ones must never be cut. */
const characterEm = 0.7

/**
 * Where a username or email address may be cut, so that its start and end stay readable, and those of the domain. Users
 * with the same name differ at the end.
 */
export function cutPieces(text: string): CutPiece[] {
  // Text in other scripts may be bidirectional.
  if (text.length < minLength || !/^[ -~]+$/.test(text)) return [{ from: 0, to: text.length }]
  const at = text.lastIndexOf('@')
  const ends = at > 0 ? [at, text.length] : [text.length]
  const kept = at > 0 ? keptCharacters - 1 : keptCharacters
  const pieces: { from: number; to: number; isFlexible: boolean }[] = []
  let from = 0
  for (const end of ends) {
    const cut = Math.max(from, end - kept)
    // The separator stays as well.
    const next = Math.min(text.length, end + 1)
    pieces.push({ from, to: cut, isFlexible: true }, { from: cut, to: next, isFlexible: false })
    from = next
  }
  const lengthOf = (isFlexible: boolean) =>
    pieces.reduce(
      (sum, piece) => sum + (piece.isFlexible === isFlexible ? piece.to - piece.from : 0),
      0,
    )
  const room = `100% - ${(lengthOf(false) * characterEm).toFixed(1)}em`
  return pieces.map(({ isFlexible, ...piece }) => {
    const share = ((piece.to - piece.from) / lengthOf(true)).toFixed(3)
    return { ...piece, ...(isFlexible && { maxWidth: `calc((${room}) * ${share})` }) }
  })
}
