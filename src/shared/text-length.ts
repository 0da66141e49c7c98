/** Emoji and letters with marks consist of several code points, but are one character to a person. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text's length as GitLab counts it: in code points. */
export function codePointLength(text: string): number {
  return [...text].length
}

/** The beginning of a text, at most `limit` long, without half a character at its end. */
export function truncate(text: string, limit: number, lengthOf = codePointLength): string {
  if (text.length <= limit) return text
  let length = 0
  for (const { segment, index } of graphemes.segment(text)) {
    length += lengthOf(segment)
    // Marks can be piled up until one character is longer than the limit.
    if (length > limit) return index > 0 ? text.slice(0, index) : firstCodePoints(segment, limit)
  }
  return text
}

/** The end of a text, at most `limit` code points long, without half a character at its beginning. */
export function truncateStart(text: string, limit: number): string {
  if (text.length <= limit) return text
  let length = 0
  let start = text.length
  for (const { segment, index } of [...graphemes.segment(text)].toReversed()) {
    length += codePointLength(segment)
    if (length > limit) break
    start = index
  }
  return text.slice(start)
}

/** A text with an ellipsis if it is longer than `limit`. */
export function shorten(text: string, limit: number): string {
  const start = truncate(text, limit)
  return start === text ? text : `${start.trimEnd()}…`
}

/** Where the character begins that an index is in. */
export function characterStart(text: string, index: number): number {
  return graphemes.segment(text).containing(index)?.index ?? text.length
}

function firstCodePoints(text: string, count: number): string {
  return [...text].slice(0, count).join('')
}
