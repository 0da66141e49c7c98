/** Emoji and letters with marks consist of several code points, but users see a single character. */
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The length of a string in code points, as in GitLab. */
export function codePointLength(text: string): number {
  return [...text].length
}

/** The start of a string, at most `limit` long, without splitting a character. */
export function truncate(text: string, limit: number, lengthOf = codePointLength): string {
  if (text.length <= limit) return text
  const truncated = firstWithin(limit, charactersOf(text), lengthOf)
  // With enough combining marks, a single character can exceed the limit.
  return (truncated.length > 0 ? truncated : firstWithin(limit, text, lengthOf)).join('')
}

/** The end of a string, at most `limit` long, without splitting a character. */
export function truncateStart(text: string, limit: number, lengthOf = codePointLength): string {
  if (text.length <= limit) return text
  const truncated = firstWithin(limit, [...charactersOf(text)].toReversed(), lengthOf)
  return (truncated.length > 0 ? truncated : firstWithin(limit, [...text].toReversed(), lengthOf))
    .toReversed()
    .join('')
}

/** Truncates text that is longer than `limit`, with an ellipsis. */
export function shorten(text: string, limit: number): string {
  const start = truncate(text, limit)
  return start === text ? text : `${start.trimEnd()}…`
}

/** The start of the character that contains an index. */
export function characterStart(text: string, index: number): number {
  return graphemes.segment(text).containing(index)?.index ?? text.length
}

function* charactersOf(text: string): Generator<string> {
  for (const { segment } of graphemes.segment(text)) yield segment
}

/** As many of the first parts as fit into `limit`. */
function firstWithin(
  limit: number,
  parts: Iterable<string>,
  lengthOf: (text: string) => number,
): string[] {
  const fitting: string[] = []
  let length = 0
  for (const part of parts) {
    length += lengthOf(part)
    if (length > limit) break
    fitting.push(part)
  }
  return fitting
}
