import { Readable, type Transform, pipeline } from 'node:stream'
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib'

// Parses HTTP/1 responses like Chromium (net/http/http_stream_parser.cc, http_response_headers.cc,
// http_chunked_decoder.cc), which is more lenient than Node in some ways and stricter in others.

/** A failure with Chromium's error name. */
export class NetError extends Error {
  readonly netCode: string

  constructor(netCode: string) {
    super(`net::${netCode}`)
    this.netCode = netCode
  }
}

/** The source of a response's bytes. */
interface ByteSource {
  more(): Promise<Buffer | undefined>
  /** Puts back bytes that belong to the next part. */
  unread(bytes: Buffer): void
}

export interface Head {
  status: number
  statusText: string
  version: { major: number; minor: number }
  headers: { key: string; value: string }[]
}

const mostHeaderBytes = 256 * 1024

/** Reads the response head and skips interim responses (1xx). */
export async function readHead(connection: ByteSource, isReused: boolean): Promise<Head> {
  for (;;) {
    const head = parseHead(await headBytes(connection, isReused))
    if (head.status < 100 || head.status > 199) return head
  }
}

async function headBytes(connection: ByteSource, isReused: boolean): Promise<string> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const more = await connection.more()
    if (more) bytes = Buffer.concat([bytes, more])
    const text = bytes.toString('latin1')
    const start = /^[^]{0,4}?http/i.exec(text)
    if (!more && bytes.length === 0) {
      throw new NetError(isReused ? 'ERR_CONNECTION_CLOSED' : 'ERR_EMPTY_RESPONSE')
    }
    // This would be HTTP/0.9, which Chromium accepts on default ports only.
    if (!start && (!more || bytes.length >= 8)) throw new NetError('ERR_INVALID_HTTP_RESPONSE')
    const end = /\n\r?\n/.exec(text)
    // Without encryption, truncated headers are accepted as received.
    if (end || !more) {
      const length = end ? end.index + end[0].length : bytes.length
      connection.unread(bytes.subarray(length))
      return text.slice(start!.index + start![0].length - 4, length)
    }
    if (bytes.length >= mostHeaderBytes) throw new NetError('ERR_RESPONSE_HEADERS_TOO_BIG')
  }
}

function parseHead(text: string): Head {
  if (text.includes('\0')) throw new NetError('ERR_INVALID_HTTP_RESPONSE')
  // Lines that start with a space continue the previous one.
  const [statusLine = '', ...lines] = text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const [, major = '1', minor = '0'] = /^http\/(\d)[^.]*\.(\d)/i.exec(statusLine) ?? []
  const [, code, words = ''] = /^\S* +(\d+) *(.*?) *$/.exec(statusLine) ?? []
  const headers = lines.flatMap((line) => {
    const [, key, value] = /^([!#$%&'*+\-.^_`|~\w]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    return key === undefined ? [] : [{ key, value: fromBytes(value!) }]
  })
  const head: Head = {
    status: code === undefined ? 200 : Math.min(Number(code), 2 ** 31 - 1),
    statusText: fromBytes(words),
    version: { major: Number(major), minor: Number(minor) },
    headers,
  }
  rejectDuplicates(head, 'content-length', 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH')
  rejectDuplicates(head, 'content-disposition', 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_DISPOSITION')
  rejectDuplicates(head, 'location', 'ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION')
  return head
}

/** Decodes the bytes as UTF-8, as they are when passed to JavaScript. Invalid bytes become U+FFFD. */
function fromBytes(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

function rejectDuplicates(head: Head, name: string, netCode: string): void {
  if (name === 'content-length' && isChunked(head)) return
  if (new Set(valuesOf(head, name)).size > 1) throw new NetError(netCode)
}

export function valuesOf({ headers }: Head, name: string): string[] {
  return headers.filter(({ key }) => key.toLowerCase() === name).map(({ value }) => value)
}

function isChunked(head: Head): boolean {
  const { major, minor } = head.version
  const codings = valuesOf(head, 'transfer-encoding').flatMap((value) => value.split(','))
  return (
    major * 10 + minor >= 11 && codings.some((coding) => coding.trim().toLowerCase() === 'chunked')
  )
}

/** Whether the connection can be reused after reading the complete body. */
export function keepsAlive(head: Head): boolean {
  const tokens = valuesOf(head, 'connection').join().toLowerCase()
  const isFramed = isChunked(head) || lengthOf(head) !== undefined || !hasBody(head, 'GET')
  const isModern = head.version.major * 10 + head.version.minor >= 11
  return isFramed && (isModern ? !tokens.includes('close') : tokens.includes('keep-alive'))
}

function lengthOf(head: Head): number | undefined {
  const [contentLength = ''] = valuesOf(head, 'content-length')
  return /^\d+$/.test(contentLength) ? Number(contentLength) : undefined
}

function hasBody({ status }: Head, method: string): boolean {
  return method !== 'HEAD' && ![204, 205, 304].includes(status)
}

/** The body after transfer decoding, still compressed. */
export async function* bodyOf(
  connection: ByteSource,
  head: Head,
  method: string,
): AsyncGenerator<Buffer, void, void> {
  if (!hasBody(head, method)) return
  if (isChunked(head)) return yield* chunksOf(connection)
  const length = lengthOf(head)
  for (let received = 0; length === undefined || received < length;) {
    const more = await connection.more()
    if (!more) {
      if (length === undefined) return
      throw new NetError('ERR_CONTENT_LENGTH_MISMATCH')
    }
    const part = length === undefined ? more : more.subarray(0, length - received)
    connection.unread(more.subarray(part.length))
    received += part.length
    yield part
  }
}

async function* chunksOf(connection: ByteSource): AsyncGenerator<Buffer, void, void> {
  for (;;) {
    const line = await lineOf(connection)
    const [, hex] = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i.exec(line) ?? []
    if (hex === undefined) throw new NetError('ERR_INVALID_CHUNKED_ENCODING')
    let remaining = Number.parseInt(hex, 16)
    if (remaining === 0) break
    while (remaining > 0) {
      const more = await connection.more()
      if (!more) throw new NetError('ERR_INCOMPLETE_CHUNKED_ENCODING')
      const part = more.subarray(0, remaining)
      connection.unread(more.subarray(part.length))
      remaining -= part.length
      yield part
    }
    if ((await lineOf(connection)) !== '') throw new NetError('ERR_INVALID_CHUNKED_ENCODING')
  }
  while ((await lineOf(connection)) !== '') {
    // Trailers are ignored.
  }
}

async function lineOf(connection: ByteSource): Promise<string> {
  let bytes = Buffer.alloc(0)
  for (;;) {
    const more = await connection.more()
    if (!more) throw new NetError('ERR_INCOMPLETE_CHUNKED_ENCODING')
    bytes = Buffer.concat([bytes, more])
    const end = bytes.indexOf('\n')
    if (end < 0 && bytes.length > 16_384) throw new NetError('ERR_INVALID_CHUNKED_ENCODING')
    if (end < 0) continue
    connection.unread(bytes.subarray(end + 1))
    return bytes.subarray(0, end).toString('latin1').replace(/\r$/, '')
  }
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = constants
const unpackers: Record<string, () => Transform> = {
  gzip: () => createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  'x-gzip': () => createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: () => createZstdDecompress({ finishFlush: ZSTD_e_flush }),
}

/** Decompresses the body according to its headers. An unknown encoding leaves it unchanged. */
export async function* unpacked(
  body: AsyncIterable<Buffer>,
  head: Head,
): AsyncGenerator<Buffer, void, void> {
  const codings = valuesOf(head, 'content-encoding').flatMap((value) =>
    value.split(',').map((coding) => coding.trim().toLowerCase()),
  )
  const streams = codings.toReversed().flatMap((coding) => unpackers[coding]?.() ?? [])
  if (streams.length === 0 || codings.some((coding) => !unpackers[coding])) return yield* body
  const last = streams.at(-1)!
  pipeline([Readable.from(body), ...streams], () => undefined)
  try {
    yield* last as AsyncIterable<Buffer>
  } catch (error) {
    throw error instanceof NetError ? error : new NetError('ERR_CONTENT_DECODING_FAILED')
  }
}
