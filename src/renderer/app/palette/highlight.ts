/** A piece of a text, and whether it is what was typed. */
export interface TextPiece {
  text: string
  isMatch: boolean
}

/** Splits a text at the first place that holds what was typed, ignoring case. */
export function highlight(text: string, typed: string): TextPiece[] {
  const wanted = typed.trim().toLowerCase()
  // Lower case may have another length, and then doesn’t tell the place.
  const lower = text.toLowerCase()
  const at = wanted && lower.length === text.length ? lower.indexOf(wanted) : -1
  if (at < 0) return [{ text, isMatch: false }]
  const end = at + wanted.length
  return [
    { text: text.slice(0, at), isMatch: false },
    { text: text.slice(at, end), isMatch: true },
    { text: text.slice(end), isMatch: false },
  ].filter((piece) => piece.text !== '')
}
