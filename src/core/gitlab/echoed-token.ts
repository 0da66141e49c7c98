/** Replaces the token. */
const replacement = '[token]'

/** Shorter strings aren't tokens and would match almost anything. */
const minLength = 8

/** Longer responses are list pages, in which three more searches would be slow. */
const maxLengthForBase64 = 64 * 1024

/** What escaped characters begin with. */
const escapes = ['\\u00', '%']

/** Matches any character that can be part of a token, escaped as in JSON or URLs. */
const escapedLetter = /(?:\\u00|%)(?:2[de]|3\d|[4-7])/i

/**
 * Removes the request's token if a proxy or the instance echoes it: raw, escaped, or in Base64 unless the text is a
 * long list.
 */
export function withoutToken(text: string, token: string | undefined): string {
  if (token === undefined || token.length < minLength) return text
  let clean = text
  for (const form of unescapedForms(token, text.length)) {
    if (clean.includes(form)) clean = clean.replaceAll(form, replacement)
  }
  const mayBeEscaped = escapes.some((escape) => clean.includes(escape)) && escapedLetter.test(clean)
  // guard: echoed-escaped
  return mayBeEscaped ? withoutEscapedToken(clean, token) : clean
}

/** Whether a text contains a token: raw, escaped, in Base64, or in hexadecimal digits. */
export function containsToken(text: string, token: string): boolean {
  const digits = Buffer.from(token).toString('hex')
  // guard: encoded-token
  return withoutToken(text, token) !== text || text.toLowerCase().includes(digits)
}

/** Removes the token from a body before it is decoded. A token is ASCII, which UTF-8 leaves unchanged. */
export function bytesWithoutToken(body: Uint8Array, token: string | undefined): Uint8Array {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const forms = token === undefined ? [] : [...unescapedForms(token, body.length), ...escapes]
  // Creates no text, which would be garbage for each page of a long list.
  if (!forms.some((form) => bytes.includes(form))) return body
  const text = bytes.toString('latin1')
  const clean = withoutToken(text, token)
  return clean === text ? body : Buffer.from(clean, 'latin1')
}

/** The forms of a token that are searched in a text of this length, except escaped ones. */
function unescapedForms(token: string, length: number): string[] {
  // guard: echoed-base64
  const encoded = length > maxLengthForBase64 ? [] : base64Forms(token)
  return [token, ...encoded]
}

/** Removes the token from header values. */
export function headersWithoutToken(headers: Headers, token: string | undefined): Headers {
  const headerText = [...headers.values()].join('\n')
  if (withoutToken(headerText, token) === headerText) return headers
  return new Headers(
    [...headers].map(([name, value]): [string, string] => [name, withoutToken(value, token)]),
  )
}

/** The part of the token's Base64 that doesn't depend on what surrounds it, for each of the three possible offsets. */
function base64Forms(token: string): string[] {
  const forms = [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.from(' '.repeat(before) + token)
    const from = Math.ceil((before * 8) / 6)
    const to = Math.floor((bytes.length * 8) / 6)
    return [bytes.toString('base64'), bytes.toString('base64url')].map((headerText) =>
      headerText.slice(from, to),
    )
  })
  return [...new Set(forms)]
}

/**
 * Removes a token whose characters may be escaped. Doesn't build a regular expression from the token, because V8 keeps it and
 * the matched text in memory.
 */
function withoutEscapedToken(text: string, token: string): string {
  const parts: string[] = []
  let keptUntil = 0
  for (let at = 0; at < text.length; at += 1) {
    const end = endOfToken(text, at, token)
    if (end === undefined) continue
    parts.push(text.slice(keptUntil, at), replacement)
    keptUntil = end
    at = end - 1
  }
  return parts.join('') + text.slice(keptUntil)
}

/**
 * Where a token that starts here ends, with each character raw, as `\u002d`, or as `%2d`; undefined if there is none.
 */
function endOfToken(text: string, begin: number, token: string): number | undefined {
  let at = begin
  for (let index = 0; index < token.length; index += 1) {
    const letter = token.charCodeAt(index)
    const hexAt = (from: number) => Number.parseInt(text.slice(from, from + 2), 16)
    if (text.charCodeAt(at) === letter) at += 1
    else if (text[at] === '%' && hexAt(at + 1) === letter) at += 3
    else if (text.startsWith('\\u00', at) && hexAt(at + 4) === letter) at += 6
    else return undefined
  }
  return at
}
