import { FailureError, type Failure } from '../../shared/failure.ts'
import type { AnyEndpoint } from '../../shared/service/endpoint.ts'
import type { Target } from './service-client.ts'
import { hostOf, isWrite } from './words.ts'

interface Circumstances {
  target: Target
  row: AnyEndpoint
  /** Whether headers had come when it broke. */
  answering: boolean
  timedOut: boolean
}

/** Names what kept a request from its answer. A write that may have arrived has an unknown outcome. */
export function failureOfNetwork(error: unknown, circumstances: Circumstances): FailureError {
  const known = chainOf(error).find((cause) => cause instanceof FailureError)
  if (known) return isWrite(circumstances.row) ? unknown(circumstances, known) : known
  const codes = codesOf(error)
  const failure = neverSent(codes, circumstances) ?? broken(circumstances)
  return new FailureError(failure, { cause: error })
}

/** Failures before the request left this machine, in which a write surely did not happen. */
function neverSent(codes: string[], { target }: Circumstances): Failure | undefined {
  const host = hostOf(target)
  const has = (pattern: RegExp) => codes.some((code) => pattern.test(code))
  if (has(/^REDIRECT$/)) return refusedRedirect(host)
  if (has(/CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)|ALTNAME|SSL|TLS|EPROTO|WRONG_VERSION/)) {
    return {
      kind: 'not-the-service',
      reason: 'certificate',
      message: `${host} could not prove who it is: ${certificateWords(codes)}.`,
      hint: 'Nothing was sent. Ask the administrator of the instance for a certificate that this machine trusts.',
    }
  }
  if (has(/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED/)) {
    return offline(`The host name ${host} could not be found.`)
  }
  if (has(/ECONNREFUSED|CONNECTION_REFUSED/))
    return { ...offline(`Nothing answers at ${host}.`), reason: 'nothing-answers' }
  if (has(/CONNECT_TIMEOUT|CONNECTION_TIMED_OUT|EHOSTUNREACH|ENETUNREACH|ADDRESS_UNREACHABLE/)) {
    return offline(`${host} could not be reached.`)
  }
  return undefined
}

function broken(circumstances: Circumstances): Failure {
  const { target, row, answering, timedOut } = circumstances
  if (isWrite(row)) return unknown(circumstances).failure
  const host = hostOf(target)
  if (timedOut) {
    return {
      kind: 'timeout',
      message: answering
        ? `${host} did not finish its answer in time.`
        : `${host} did not answer in time.`,
      hint: 'Try again; if it stays so, the service is overloaded or the connection is poor.',
    }
  }
  return offline(
    answering
      ? `The answer of ${host} broke off half-way.`
      : `The connection to ${host} broke before an answer came.`,
  )
}

function unknown({ target, timedOut }: Circumstances, cause?: Error): FailureError {
  const what = timedOut ? 'did not answer in time' : 'gave no whole answer'
  return new FailureError(
    {
      kind: 'unknown-outcome',
      message: `${hostOf(target)} ${what}, so it is not known whether the change was made.`,
      hint: 'Look at what is there now before you do it again.',
    },
    { cause },
  )
}

function offline(message: string): Failure {
  return {
    kind: 'offline',
    message,
    hint: 'Check the address and your connection, then try again.',
  }
}

/** A redirect would carry the token somewhere else. */
export function refusedRedirect(host: string, to?: string): Failure {
  return {
    kind: 'refused-redirect',
    message: `${host} wanted to send Latchkey ${to ? `on to ${to}` : 'to another address'}, which was refused.`,
    hint: to
      ? `If ${to} is where the service lives now, sign in with that address.`
      : 'Perhaps it is a login page, or lives in another subfolder; check the address.',
  }
}

const certificateTexts: [RegExp, string][] = [
  [/SELF_SIGNED|DEPTH_ZERO/, 'its certificate is self-signed'],
  [/EXPIRED|DATE_INVALID/, 'its certificate is out of date'],
  [/ALTNAME|COMMON_NAME/, 'its certificate is made out to another name'],
  [
    /UNABLE_TO|AUTHORITY/,
    'its certificate comes from an authority that this machine does not know',
  ],
  [
    /WRONG_VERSION|EPROTO|PROTOCOL|SSL/,
    'it does not speak TLS there; perhaps it is http or another port',
  ],
]

function certificateWords(codes: string[]): string {
  const found = certificateTexts.find(([pattern]) => codes.some((code) => pattern.test(code)))
  return found?.[1] ?? 'its certificate is not valid'
}

function codesOf(error: unknown): string[] {
  return chainOf(error).flatMap((cause) => {
    const { code, message } = cause as { code?: unknown; message?: unknown }
    // Chromium's network stack puts its code into the message only.
    const inMessage = /net::ERR_\w+/.exec(String(message))
    // Electron's net.fetch does not hand a redirect out, it says so in these words.
    const isRedirect = /^(Redirect was cancelled|Attempted to redirect)/.test(String(message))
    return [
      ...(typeof code === 'string' ? [code] : []),
      ...(inMessage ? [inMessage[0]] : []),
      ...(isRedirect ? ['REDIRECT'] : []),
    ]
  })
}

function chainOf(error: unknown): Error[] {
  const chain: Error[] = []
  for (let cause = error; cause instanceof Error && chain.length < 10; cause = cause.cause) {
    chain.push(cause)
    if (cause instanceof AggregateError)
      chain.push(...cause.errors.filter((e) => e instanceof Error))
  }
  return chain
}
