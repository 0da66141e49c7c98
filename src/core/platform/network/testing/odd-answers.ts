import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { FailureKind } from '../../../../shared/rules/failure.ts'
import type { RawAnswer } from './raw-server.ts'

/** A call's outcome: data, or a kind of failure. */
export type Outcome = 'data' | FailureKind

export interface OddAnswer {
  /** Describes what is odd about the response. */
  name: string
  /** The response's bytes, for the status that means success. */
  bytes: (ok: number) => Buffer
  then: RawAnswer['then']
  read: Outcome
  write: Outcome
  /** The outcome in Node where it parses HTTP differently from Chromium. */
  inNode?: { read: Outcome; write: Outcome }
}

const data = '{"id":1}'
const utf8 = (text: string) => Buffer.from(text).toString('latin1')
const packed = (bytes: Buffer) => bytes.toString('latin1')
const cut = (text: string) => text.slice(0, text.length / 2)

/** Builds a response with odd parts. In strings, each character is a byte. */
function http({
  version = 'HTTP/1.1',
  status = '200 OK',
  headers = [],
  type = 'application/json',
  body = data,
  length = `content-length: ${body.length}`,
}: {
  version?: string
  status?: string
  headers?: string[]
  type?: string
  body?: string
  length?: string
}): string {
  const lines = [`content-type: ${type}`, length, ...headers].filter(Boolean)
  return [`${version} ${status}`, ...lines, '', body].join('\r\n')
}

interface Outcomes extends Partial<Pick<OddAnswer, 'write' | 'inNode' | 'then'>> {
  read: Outcome
}

/** By default, a write without a clear response may have happened. */
function odd(
  name: string,
  text: string | ((ok: number) => string),
  { read, write = read === 'data' ? 'data' : 'unknown-outcome', then = 'stay', inNode }: Outcomes,
): OddAnswer {
  const bytes = (ok: number) => Buffer.from(typeof text === 'string' ? text : text(ok), 'latin1')
  return { name, bytes, then, read, write, inNode }
}

/** The same response with the status that means success. */
const success = (parts: Parameters<typeof http>[0]) => (ok: number) =>
  http({ status: `${ok} Fine`, ...parts })

const readable: Outcomes = { read: 'data' }
const unreadable: Outcomes = { read: 'not-the-service' }
const broken: Outcomes = { read: 'offline' }
const refused: Outcomes = { read: 'refused-redirect', write: 'refused-redirect' }

const gibberish = '\x1f\x8b\x08\x00gibberish that is not packed at all'
const redirect = (location: string, status = 302) =>
  http({ status: `${status} Elsewhere`, headers: [`location: ${location}`] })

const headers: OddAnswer[] = [
  ...Object.entries({
    'above U+00FF': utf8('你好'),
    'with an emoji': utf8('🦊'),
    'in Latin-1': 'Jos\xe9',
    'that is not UTF-8': '\xff\xfe\xc3',
    'with UTF-8 that is cut': utf8('你').slice(0, 2),
    'with a surrogate as UTF-8': '\xed\xa0\x80',
    'of 15 kB': 'x'.repeat(15_000),
    'that is empty': '',
  }).map(([what, value]) =>
    odd(`a header value ${what}`, success({ headers: [`x-greeting: ${value}`] }), readable),
  ),
  odd('a content type above U+00FF', success({ type: utf8('application/json; a=你') }), readable),
  odd(
    'a file name above U+00FF',
    success({ headers: [utf8('content-disposition: a=你')] }),
    readable,
  ),
  odd('the header __proto__', success({ headers: ['__proto__: x', 'constructor: y'] }), readable),
  odd('1,000 cookies', success({ headers: Array(1_000).fill('set-cookie: a=b') }), readable),
  odd('a header without a colon', success({ headers: ['nonsense'] }), {
    ...readable,
    inNode: unreadableInNode(),
  }),
  odd('a header name with a space', success({ headers: ['x y: z'] }), {
    ...readable,
    inNode: unreadableInNode(),
  }),
  odd('a header name above U+007F', success({ headers: ['x\xe9: z'] }), {
    ...readable,
    inNode: unreadableInNode(),
  }),
  odd('a header with NUL', success({ headers: ['x: a\0b'] }), unreadable),
  odd(
    'endless headers',
    `HTTP/1.1 200 OK\r\n${'x: yyyyyyyyyyyyyy\r\n'.repeat(20_000)}`,
    unreadable,
  ),
  odd('two content lengths', success({ headers: ['content-length: 3'] }), unreadable),
  odd('a negative content length', success({ length: 'content-length: -8' }), {
    ...readable,
    then: 'end',
    inNode: unreadableInNode(),
  }),
  odd('a content length that is not a number', success({ length: 'content-length: many' }), {
    ...readable,
    then: 'end',
    inNode: unreadableInNode(),
  }),
]

function unreadableInNode() {
  return { read: 'not-the-service', write: 'unknown-outcome' } as const
}

const statusLines: OddAnswer[] = [
  ...Object.entries({
    'above U+00FF': utf8('很好'),
    'in Latin-1': 'Tr\xe8s bien',
    'that is not UTF-8': '\xff\xfe',
    'of 10 kB': 'x'.repeat(10_000),
  }).map(([what, words]) =>
    odd(`a reason phrase ${what}`, (ok) => http({ status: `${ok} ${words}` }), readable),
  ),
  odd('no reason phrase', (ok) => http({ status: `${ok} ` }), readable),
  odd('no reason phrase, and no space', (ok) => http({ status: `${ok}` }), readable),
  ...[600, 666, 777, 900, 999].map((status) =>
    odd(`status ${status}`, http({ status: `${status} Odd` }), unreadable),
  ),
  odd('status 099', http({ status: '099 Odd' }), {
    ...unreadable,
    inNode: { read: 'offline', write: 'unknown-outcome' },
  }),
  ...['0', '42', '1000', '65536', '99999999999'].map((status) =>
    odd(`status ${status}`, http({ status: `${status} Odd` }), unreadable),
  ),
  odd('HTTP/1.0', success({ version: 'HTTP/1.0' }), readable),
  odd('an unknown HTTP version', success({ version: 'HTTP/3.7' }), {
    ...readable,
    inNode: unreadableInNode(),
  }),
  odd('status 206', http({ status: '206 Part' }), unreadable),
  odd('status 299', http({ status: '299 Odd' }), unreadable),
  odd('status 204 with a body', http({ status: '204 Nothing' }), unreadable),
  odd('status 205', http({ status: '205 Reset' }), unreadable),
  odd('an unsolicited status 304', http({ status: '304 Same', body: '' }), unreadable),
  odd('status 418', http({ status: '418 Teapot' }), { read: 'invalid', write: 'invalid' }),
  odd('status 421', http({ status: '421 Misdirected' }), { read: 'invalid', write: 'invalid' }),
  odd('early hints', (ok) => `HTTP/1.1 103 Hints\r\nlink: <x>\r\n\r\n${success({})(ok)}`, readable),
  odd('only an informational response', 'HTTP/1.1 102 Wait\r\n\r\n', { ...broken, then: 'end' }),
]

const bodies: OddAnswer[] = [
  odd('a truncated body', success({ length: 'content-length: 99' }), { ...broken, then: 'end' }),
  odd('a reset within the body', success({ length: 'content-length: 99' }), {
    ...broken,
    then: 'reset',
  }),
  odd('truncated chunks', chunked('40\r\n{"id"'), { ...broken, then: 'end' }),
  odd('a reset within chunks', chunked('40\r\n{"id"'), { ...broken, then: 'reset' }),
  odd('a missing last chunk', chunked(`8\r\n${data}\r\n`), { ...broken, then: 'end' }),
  odd('an invalid chunk length', chunked(`zz\r\n${data}\r\n0\r\n\r\n`), unreadable),
  odd('a chunk longer than its declared length', chunked(`2\r\n${data}\r\n0\r\n\r\n`), unreadable),
  odd(
    'a content length shorter than the body',
    success({ body: `${data}${data}`, length: 'content-length: 8' }),
    readable,
  ),
  odd(
    'a second response after the first',
    (ok) => success({})(ok) + http({ body: '{"id":2}' }),
    readable,
  ),
  odd('no content length until the connection closes', success({ length: '' }), {
    ...readable,
    then: 'end',
  }),
  odd('an empty body', success({ body: '' }), unreadable),
  odd(
    'an HTML page',
    success({ type: 'text/html', body: '<!doctype html><p>Sign in' }),
    unreadable,
  ),
  odd('truncated JSON', success({ body: '{"id":' }), unreadable),
  odd('null', success({ body: 'null' }), unreadable),
  odd('a body that is not UTF-8', success({ body: '{"id":1,"name":"\xff\xfe"}' }), readable),
  odd('UTF-16', success({ body: Buffer.from(data, 'utf16le').toString('latin1') }), unreadable),
]

function chunked(body: string): (ok: number) => string {
  return success({ length: 'transfer-encoding: chunked', body })
}

const encodings: OddAnswer[] = [
  ...['gzip', 'deflate', 'br'].flatMap((coding) => [
    odd(
      `malformed ${coding}`,
      success({ headers: [`content-encoding: ${coding}`], body: gibberish }),
      unreadable,
    ),
    odd(
      `an uncompressed body declared as ${coding}`,
      success({ headers: [`content-encoding: ${coding}`] }),
      unreadable,
    ),
  ]),
  odd('truncated gzip', encoded('gzip', cut(packed(gzipSync(data)))), unreadable),
  odd('gzip with a wrong checksum', encoded('gzip', damaged(gzipSync(data))), unreadable),
  odd(
    'gzip applied twice but declared once',
    encoded('gzip', packed(gzipSync(gzipSync(data)))),
    unreadable,
  ),
  odd('gzip applied twice', encoded('gzip, gzip', packed(gzipSync(gzipSync(data)))), readable),
  odd('a deflated body', encoded('deflate', packed(deflateSync(data))), readable),
  odd('Brotli', encoded('br', packed(brotliCompressSync(data))), readable),
  odd('Zstandard', encoded('zstd', packed(zstdCompressSync(data))), readable),
  odd('an unknown encoding', success({ headers: ['content-encoding: rot13'] }), readable),
  ...Object.entries({ gzip: gzipSync, br: brotliCompressSync }).map(([coding, pack]) =>
    odd(
      `60 MB compressed with ${coding}`,
      encoded(coding, packed(pack(' '.repeat(60_000_000)))),
      unreadable,
    ),
  ),
]

function encoded(coding: string, body: string): (ok: number) => string {
  return success({ headers: [`content-encoding: ${coding}`], body })
}

function damaged(bytes: Buffer): string {
  bytes[bytes.length - 8]! ^= 0xff
  return packed(bytes)
}

const redirects: OddAnswer[] = [
  ...[301, 302, 303, 307, 308].map((status) =>
    odd(`a redirect with ${status}`, redirect('https://elsewhere.example/login', status), refused),
  ),
  odd('a redirect to itself', redirect('?'), refused),
  ...['file:///etc/passwd', 'data:,x', 'javascript:alert(1)', 'latchkey://home'].map((location) =>
    odd(`a redirect to ${location}`, redirect(location), refused),
  ),
  odd('a redirect to an invalid URL', redirect('http://['), refused),
  odd('a redirect above U+00FF', redirect(utf8('https://例え.example/你')), refused),
  odd('a redirect with credentials', redirect('https://a:b@elsewhere.example/'), refused),
  odd(
    'a redirect to two URLs',
    http({ status: '302 Two', headers: ['location: /a', 'location: /b'] }),
    {
      ...unreadable,
      inNode: { read: 'refused-redirect', write: 'refused-redirect' },
    },
  ),
  odd('a redirect without a location', http({ status: '302 Lost' }), refused),
  odd('status 300 with a location', redirect('/a', 300), refused),
]

const connections: OddAnswer[] = [
  odd('nothing', '', { ...broken, then: 'end' }),
  odd('a reset', '', { ...broken, then: 'reset' }),
  odd('half a status line', 'HTTP/1.1 2', {
    ...unreadable,
    then: 'end',
    inNode: { read: 'offline', write: 'unknown-outcome' },
  }),
  odd('half a status line and a reset', 'HTTP/1.1 2', { ...broken, then: 'reset' }),
  odd('half the headers and a reset', 'HTTP/1.1 200 OK\r\ncontent-ty', {
    ...broken,
    then: 'reset',
  }),
  odd('an SSH greeting', 'SSH-2.0-OpenSSH_9.6\r\n', unreadable),
  odd('a TLS alert', '\x15\x03\x01\x00\x02\x02\x28abc', unreadable),
  odd('HTTP/2 frames', '\x00\x00\x12\x04\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x80', unreadable),
  odd('data without headers', `${data}\r\n\r\n`, unreadable),
  odd('lines that end with a bare LF', (ok) => success({})(ok).replaceAll('\r\n', '\n'), {
    ...readable,
    inNode: unreadableInNode(),
  }),
]

const signIns: OddAnswer[] = [
  'Basic realm="x"',
  'Negotiate',
  'NTLM',
  'Digest realm="x", nonce="y"',
].map((scheme) =>
  odd(
    `a request to sign in with ${scheme.split(' ')[0]}`,
    http({
      status: '401 No',
      headers: [`www-authenticate: ${scheme}`],
      body: '{"message":"401 Unauthorized"}',
    }),
    { read: 'unauthorized', write: 'unauthorized' },
  ),
)

/** Responses that servers should never send, each with the outcomes of a read and a write. */
export const oddAnswers: readonly OddAnswer[] = [
  ...[headers, statusLines, bodies, encodings, redirects, connections, signIns].flat(),
]
