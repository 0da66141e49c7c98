/** Emoji and letters with marks consist of several code points, but are one character to a person. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text's length as GitLab counts it: in code points. */
export function codePointLength(text: string): number {
  return [...text].length
}

/** The beginning of a text, at most `limit` long, without half a character at its end. */
export function truncate(text: string, limit: number, lengthOf = codePointLength): string {
  if (text.length <= limit) return text
  const kept = firstWithin(limit, charactersOf(text), lengthOf)
  // Marks can be piled up until one character is longer than the limit.
  return (kept.length > 0 ? kept : firstWithin(limit, text, lengthOf)).join('')
}

/** The end of a text, at most `limit` long, without half a character at its beginning. */
export function truncateStart(text: string, limit: number, lengthOf = codePointLength): string {
  if (text.length <= limit) return text
  const kept = firstWithin(limit, [...charactersOf(text)].toReversed(), lengthOf)
  return (kept.length > 0 ? kept : firstWithin(limit, [...text].toReversed(), lengthOf))
    .toReversed()
    .join('')
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

function* charactersOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) yield segment
}

/** The first parts that together are at most `limit` long. */
function firstWithin(
  limit: number,
  parts: Iterable<string>,
  lengthOf: (text: string) => number,
): string[] {
  const kept: string[] = []
  let length = 0
  for (const part of parts) {
    length += lengthOf(part)
    if (length > limit) break
    kept.push(part)
  }
  return kept
}
