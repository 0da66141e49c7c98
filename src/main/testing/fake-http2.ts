import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  constants,
} from 'node:http2'
import { type Head, NetError } from './fake-http.ts'

/**
 * Chromium's errors for streams that the server resets. After a GOAWAY, the streams it excludes are reset as refused.
 */
const netCodes: Record<number, string> = {
  [constants.NGHTTP2_REFUSED_STREAM]: 'ERR_HTTP2_SERVER_REFUSED_STREAM',
  [constants.NGHTTP2_HTTP_1_1_REQUIRED]: 'ERR_HTTP_1_1_REQUIRED',
}

/** Sends a request over HTTP/2 and waits for the response head. */
export async function sendOverHttp2(
  session: ClientHttp2Session,
  url: URL,
  { method, headers, body }: { method: string; headers: object; body: Buffer | undefined },
): Promise<{ head: Head; body: AsyncGenerator<Buffer, void, void> }> {
  const fields = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value as string] as const)
    .filter(([name]) => name !== 'host' && name !== 'connection')
  const stream = session.request({
    ...Object.fromEntries(fields),
    ':method': method,
    ':path': url.pathname + url.search,
    ':scheme': 'https',
    ':authority': url.host,
  })
  // The stream's code holds the reason; the error adds nothing to it.
  stream.on('error', () => undefined)
  stream.end(body)
  const sent = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    stream.once('response', resolve)
    stream.once('close', () => reject(failureOf(stream)))
  })
  const { ':status': status, ...rest } = sent
  const lines = Object.entries(rest).flatMap(([key, values]) =>
    [values ?? []].flat().map((value) => ({ key, value })),
  )
  const version = { major: 2, minor: 0 }
  return {
    head: { status: Number(status), statusText: '', version, headers: lines },
    body: readBody(stream),
  }
}

async function* readBody(stream: ClientHttp2Stream): AsyncGenerator<Buffer, void, void> {
  try {
    for await (const part of stream) yield part as Buffer
  } catch {
    throw failureOf(stream)
  }
}

function failureOf({ rstCode = 0 }: ClientHttp2Stream): NetError {
  if (rstCode === constants.NGHTTP2_NO_ERROR || rstCode === constants.NGHTTP2_CANCEL)
    return new NetError('ERR_CONNECTION_CLOSED')
  return new NetError(netCodes[rstCode] ?? 'ERR_HTTP2_PROTOCOL_ERROR')
}
