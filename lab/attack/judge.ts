/** Strings that must not leak, each with a description. */
export type Secrets = Map<string, string>

/** An attack that succeeded, or that the host didn’t survive. */
export interface Finding {
  attack: string
  what: string
}

/**
 * The most that an attack may receive: `nothing` is a rejection or no response, `page` one of the page’s public files,
 * `failure` a rejected operation, and `harmless` anything without a secret.
 */
export type AllowedResponse = 'nothing' | 'page' | 'failure' | 'harmless'

/** Returns what is wrong with a response, given as raw bytes; undefined if it is as expected. */
export function judge(
  answer: string,
  allowed: AllowedResponse,
  secrets: Secrets,
): string | undefined {
  const secret = findSecret(answer, secrets)
  if (secret) return `the answer holds ${secret}`
  const isAccepted = /^HTTP\/1\.1 2\d\d/m.test(answer)
  if (allowed === 'nothing' && isAccepted) return `it was answered: ${summarize(answer)}`
  if (allowed === 'failure' && answer === '') return 'it got no answer'
  if (allowed === 'failure' && hasSucceeded(answer)) return `it was done: ${summarize(answer)}`
  return undefined
}

/** Finds a secret in a string: verbatim, in Base64, or URL-encoded. */
export function findSecret(text: string, secrets: Secrets): string | undefined {
  for (const [secret, name] of secrets) {
    if (encodings(secret).some((form) => text.includes(form))) return name
  }
  return undefined
}

/** Whether an operation succeeded, rather than being rejected with 4xx, 5xx, or a failure envelope. */
function hasSucceeded(answer: string): boolean {
  return /^HTTP\/1\.1 2\d\d/m.test(answer) && !/"ok":false/.test(answer)
}

function encodings(secret: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    // Drops the first and last characters, which depend on the adjacent bytes.
    Buffer.from(' '.repeat(shift) + secret)
      .toString('base64')
      .slice(4, -4),
  )
  return [secret, encodeURIComponent(secret), ...base64.filter(({ length }) => length >= 12)]
}

function summarize(text: string): string {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [status = ''] = head.split('\r\n')
  return `${status} ${rest.join(' ').slice(0, 120)}`
}
