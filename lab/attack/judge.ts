/** Texts that must not leave, and what each of them is. */
export type Secrets = Map<string, string>

/** One attack that got in, or one that the host did not survive. */
export interface Finding {
  attack: string
  what: string
}

/**
 * What an attack may get at most: `nothing` is a refusal or no answer, `page` a file of the page, which everybody may read,
 * `failure` the refusal of an operation, `harmless` anything without a secret.
 */
export type AllowedAnswer = 'nothing' | 'page' | 'failure' | 'harmless'

/** Says what is wrong with an answer, given as all of its bytes; nothing where it is as it has to be. */
export function judge(
  answer: string,
  allowed: AllowedAnswer,
  secrets: Secrets,
): string | undefined {
  const secret = findSecret(answer, secrets)
  if (secret) return `the answer holds ${secret}`
  const isAnswered = /^HTTP\/1\.1 2\d\d/m.test(answer)
  if (allowed === 'nothing' && isAnswered) return `it was answered: ${summarize(answer)}`
  if (allowed === 'failure' && answer === '') return 'it got no answer'
  if (allowed === 'failure' && isDone(answer)) return `it was done: ${summarize(answer)}`
  return undefined
}

/** Which secret a text holds: as it is, in Base64, or encoded for an address. */
export function findSecret(text: string, secrets: Secrets): string | undefined {
  for (const [secret, name] of secrets) {
    if (encodings(secret).some((form) => text.includes(form))) return name
  }
  return undefined
}

/** Whether an operation was done, other than by 4xx, 5xx or an envelope with a failure. */
function isDone(answer: string): boolean {
  return /^HTTP\/1\.1 2\d\d/m.test(answer) && !/"ok":false/.test(answer)
}

function encodings(secret: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    // Without its first and last letters, which depend on what stands beside it.
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
