import type { AttackTarget, RequestAttack } from './request-attack.ts'

const mebibyte = 1024 * 1024

/** Requests that violate or stretch HTTP’s rules, none with a valid tab secret. */
export function malformedRequests({ port, tab }: AttackTarget): RequestAttack[] {
  const host = `Host: 127.0.0.1:${port}\r\n`
  const json = 'Content-Type: application/json\r\n'
  const close = 'Connection: close\r\n'
  const secret = `Authorization: Bearer ${tab}\r\n`
  const call = '{"name":"accounts.list","input":{}}'
  const hidden = `POST /invoke HTTP/1.1\r\n${host}${json}Content-Length: ${call.length}\r\n\r\n${call}`
  const post = (headers: string, body = '') =>
    `POST /invoke HTTP/1.1\r\n${host}${json}${headers}\r\n${body}`
  const attacks: Record<string, string | Buffer> = {
    'two lengths': post(`Content-Length: ${call.length}\r\nContent-Length: 0\r\n`, call),
    'a length and chunks': post(
      `Content-Length: 6\r\nTransfer-Encoding: chunked\r\n`,
      `0\r\n\r\n${hidden}`,
    ),
    'chunks and a length': post(
      `Transfer-Encoding: chunked\r\nContent-Length: ${hidden.length + 5}\r\n`,
      `0\r\n\r\n${hidden}`,
    ),
    'a request behind chunks': post('Transfer-Encoding: chunked\r\n', `0\r\n\r\n${hidden}`),
    'a request behind a body': post('Content-Length: 2\r\n', `{}${hidden}`),
    'a request in a body longer than its Content-Length': post(
      `Content-Length: ${hidden.length * 2}\r\n`,
      hidden,
    ),
    'two transfer encodings': post(
      'Transfer-Encoding: chunked, identity\r\n',
      `0\r\n\r\n${hidden}`,
    ),
    'an oddly spelled chunked encoding': post(
      'Transfer-Encoding: xchunked\r\n',
      `0\r\n\r\n${hidden}`,
    ),
    'a chunked encoding after a tab': post('Transfer-Encoding:\tchunked\r\n', `0\r\n\r\n${hidden}`),
    'a header with a space before its colon': post(`Transfer-Encoding : chunked\r\n`, hidden),
    'a header on two lines': post(`Content-Length: 0\r\n X-Folded: 1\r\n`, hidden),
    'a negative length': post('Content-Length: -1\r\n', call),
    'a length that isn’t a number': post('Content-Length: 0x10\r\n', call),
    'an oversized length': post('Content-Length: 99999999999999999999\r\n', call),
    'a length of 17 MB and no body': post(`Content-Length: ${17 * mebibyte}\r\n`),
    'a length with a sign': post(`Content-Length: +${call.length}\r\n`, call),
    'an oversized chunk': post('Transfer-Encoding: chunked\r\n', 'ffffffffffffffff\r\nx'),
    'a negative chunk size': post('Transfer-Encoding: chunked\r\n', '-1\r\nx\r\n0\r\n\r\n'),
    'a chunk with a long extension': post(
      'Transfer-Encoding: chunked\r\n',
      `1;${'x'.repeat(100_000)}\r\n`,
    ),
    'lines that end with LF': `POST /invoke HTTP/1.1\nHost: 127.0.0.1:${port}\n\n${call}`,
    'lines that end with CR': `POST /invoke HTTP/1.1\rHost: 127.0.0.1:${port}\r\r`,
    'NUL in a header': post('X-Evil: a\0b\r\nContent-Length: 0\r\n'),
    'a header without a name': post(': evil\r\n'),
    'no host': `POST /invoke HTTP/1.1\r\n${json}${secret}Content-Length: ${call.length}\r\n${close}\r\n${call}`,
    'two hosts': `POST /invoke HTTP/1.1\r\nHost: evil.example\r\n${host}${json}${secret}Content-Length: ${call.length}\r\n${close}\r\n${call}`,
    'another host in the URL': `POST http://evil.example/invoke HTTP/1.1\r\nHost: evil.example\r\n${json}${secret}Content-Length: ${call.length}\r\n${close}\r\n${call}`,
    'HTTP/0.9': 'GET /events\r\n\r\n',
    'HTTP/1.0 without a host': `POST /invoke HTTP/1.0\r\n${json}${secret}Content-Length: ${call.length}\r\n\r\n${call}`,
    'HTTP/9.9': `GET /events HTTP/9.9\r\n${host}\r\n`,
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
    'a TLS ClientHello': Buffer.from('16030100a5010000a10303', 'hex'),
    'arbitrary bytes': Buffer.from(Array.from({ length: 4096 }, (_, nth) => (nth * 197) % 256)),
    'a lowercase method': `post /invoke HTTP/1.1\r\n${host}\r\n`,
    'a long method': `${'A'.repeat(100_000)} / HTTP/1.1\r\n${host}\r\n`,
    'CONNECT elsewhere': `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`,
    'an upgrade to WebSocket': `GET /events HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    'an upgrade to HTTP/2': `GET /events HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n\r\n`,
    'a request with Expect: 100-continue': post(`Expect: 100-continue\r\nContent-Length: 2\r\n`),
    'a request with an unknown Expect': post(`Expect: evil\r\nContent-Length: 2\r\n`, '{}'),
    'a header of 2 MB': post(`X-Long: ${'x'.repeat(2 * mebibyte)}\r\n`),
    'a cookie of 2 MB': post(`Cookie: a=${'x'.repeat(2 * mebibyte)}\r\n`),
    '20,000 headers': post('X-Many: 1\r\n'.repeat(20_000)),
    'a URL of 2 MB': `GET /${'x'.repeat(2 * mebibyte)} HTTP/1.1\r\n${host}\r\n`,
    '2,000 requests at once': hidden.repeat(2_000),
    'half a line': 'POST /inv',
    'half a header': `POST /invoke HTTP/1.1\r\n${host}X-Slow: `,
    'unterminated headers': `POST /invoke HTTP/1.1\r\n${host}`,
    'half a body': post('Content-Length: 1000\r\n', '{"name":'),
    nothing: '',
  }
  return Object.entries(attacks).map(([name, bytes]) => ({ name, bytes, allowed: 'nothing' }))
}
