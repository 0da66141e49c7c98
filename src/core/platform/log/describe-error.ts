import { constants } from 'node:os'
import { FailureError } from '../failure.ts'

const maxCauses = 4
const maxFrames = 6

/**
 * Describes an error for the log by its class, codes, and locations in Latchkey's own files, but never by its message.
 */
export function describeError(error: unknown): string {
  const chain: string[] = []
  for (
    let cause = error;
    cause !== undefined && chain.length < maxCauses;
    cause = errorCause(cause)
  ) {
    chain.push(describeOne(cause))
  }
  return chain.join(' < ')
}

function errorCause(error: unknown): unknown {
  return error instanceof Error ? (error.cause ?? undefined) : undefined
}

function describeOne(error: unknown): string {
  if (!(error instanceof Error)) return `a-thrown-${typeof error}`
  const places = stackPlaces(error)
  return [
    className(error),
    ...errorCodes(error).map((code) => `(${code})`),
    ...(places.length > 0 ? [`at ${places.join(' ')}`] : []),
  ].join(' ')
}

const classes = [
  ...['Error', 'TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'AggregateError'],
  ...['AbortError', 'TimeoutError', 'DOMException', 'AssertionError', 'ZodError', 'FetchError'],
  ...['FailureError', 'DataFolderInUse', 'DataFolderUnusable', 'UnusableDatabase'],
]

function className({ name }: Error): string {
  return classes.find((known) => known === name) ?? 'Error'
}

const systemCodes = new Set([...Object.keys(constants.errno), 'ENOTFOUND', 'EAI_AGAIN', 'EPROTO'])
// Codes of errors from Node, undici, OpenSSL, and Chromium: all-caps words joined by underscores.
const networkCode = /^(?:net::)?(?:[A-Z]{2,12}\d{0,2})(?:_[A-Z]{1,16}\d{0,3}){1,9}$/

function errorCodes(error: Error): string[] {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  const chromium = /net::ERR_[A-Z0-9_]{2,60}/.exec(error.message)?.[0]
  return [
    ...(typeof code === 'string' && isCode(code) ? [code] : []),
    ...(chromium && isCode(chromium) ? [chromium] : []),
    // SQLite's numeric code.
    ...(typeof errcode === 'number' ? [String(Math.trunc(errcode))] : []),
    ...(error instanceof FailureError ? [error.failure.kind, error.failure.reason ?? ''] : []),
  ].filter(Boolean)
}

function isCode(code: string): boolean {
  return systemCodes.has(code) || networkCode.test(code)
}

// Matches names of Latchkey's own files, built or not: lowercase words with the bundler's hash, or a component.
const file =
  /(?:[a-z]{1,20}(?:-[a-z]{1,20}){0,5}|[A-Z][A-Za-z]{1,40})(?:-[\w-]{8})?(?:\.[a-z]{1,10})?/
const place = new RegExp(
  `^\\s+at (?:.*[(/\\\\]|file:.*/)?(${file.source}\\.(?:ts|js|cjs|mjs|vue)):(\\d{1,6}):(\\d{1,6})\\)?$`,
)

function stackPlaces({ stack, message }: Error): string[] {
  if (typeof stack !== 'string') return []
  // The message is part of the stack and may look like locations, so nothing is read unless it is clear where the
  // message ends.
  const start = message === '' ? 0 : stack.indexOf(message)
  if (start === -1) return []
  return stack
    .slice(start + message.length)
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, name, row, column] = place.exec(line) ?? []
      return name && !line.includes('node:') ? [`${name}:${row}:${column}`] : []
    })
    .slice(0, maxFrames)
}
