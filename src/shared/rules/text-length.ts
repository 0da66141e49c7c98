let segmenter: Intl.Segmenter | undefined

/** Splits into characters as users see them: emoji and letters with marks consist of several code points. */
function graphemes(text: string): Intl.Segments {
  // On first use, because loading its data takes 20 ms.
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}

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
  return graphemes(text).containing(index)?.index ?? text.length
}

/** The characters of a string as users see them. */
export function* charactersOf(text: string): Generator<string> {
  if (/^[ -~]*$/.test(text)) return yield* text
  for (const { segment } of graphemes(text)) yield segment
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
