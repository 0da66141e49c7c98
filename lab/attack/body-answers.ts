import type { ServerResponse } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type ResponseAttack, answers, head, mebibyte, profile, slow } from './answer-attack.ts'

const gzipBomb = gzipSync(Buffer.alloc(100 * mebibyte, ' '))
const nestedGzipBomb = gzipSync(gzipBomb)
const brotli = brotliCompressSync(Buffer.alloc(100 * mebibyte, ' '))

/** Compressed responses that are far larger than they appear. */
export function compressed(): ResponseAttack[] {
  const packed = (name: string, encoding: string, body: Buffer) =>
    answers(name, true, (response) => {
      response.writeHead(200, { ...head, 'content-encoding': encoding }).end(body)
    })
  return [
    packed('100 MB in gzip', 'gzip', gzipBomb),
    packed('100 MB in Brotli', 'br', brotli),
    packed('100 MB in gzip, twice', 'gzip, gzip', nestedGzipBomb),
    packed('gzip ten times', Array(10).fill('gzip').join(', '), gzipBomb),
    packed('invalid gzip', 'gzip', Buffer.from(profile)),
    packed('an unknown encoding', 'evil', Buffer.from('x')),
    answers('an endless error response in gzip', true, (response) => {
      response.writeHead(403, { ...head, 'content-encoding': 'gzip' }).end(gzipBomb)
    }),
  ]
}

/** Bodies that never end, never arrive, or don’t match their headers. */
export function bodies(): ResponseAttack[] {
  const text = (name: string, body: string | Buffer, type = 'application/json') =>
    answers(
      name,
      true,
      (response) => void response.writeHead(200, { 'content-type': type }).end(body),
    )
  return [
    answers('an endless body', true, (response) => {
      response.writeHead(200, head)
      endless(response, Buffer.alloc(65_536, ' '))
    }),
    answers('an endless error response', true, (response) => {
      response.writeHead(500, head)
      endless(response, Buffer.alloc(65_536, 'x'))
    }),
    slow(
      answers('a slowly dripping body', true, (response) => {
        response.writeHead(200, head)
        drip(response, ' ', 500)
      }),
    ),
    slow(
      answers('a body that never arrives', true, (response) =>
        response.writeHead(200, head).flushHeaders(),
      ),
    ),
    slow(answers('no answer', true, () => undefined)),
    answers('a truncated body', true, (response) => {
      response.writeHead(200, { ...head, 'content-length': '1000' }).write(profile.slice(0, 9))
      setTimeout(() => response.destroy(), 50)
    }),
    text('a body truncated by a proxy', profile.slice(0, -5)),
    text('invalid UTF-8', Buffer.concat([Buffer.from('{"id":'), Buffer.from([0xff, 0xc0, 0x80])])),
    text('UTF-16', Buffer.from(profile, 'utf16le')),
    text('100,000 levels', '['.repeat(100_000) + ']'.repeat(100_000)),
    text('a thousand nesting levels', `{"id":1,"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}`),
    text('a million values', `{"id":1,"a":[${Array(400_000).fill(1).join()}]}`),
    text('an HTML page', '<!doctype html><script>alert(1)</script>', 'text/html'),
    text('HTML declared as JSON', '<!doctype html><script>alert(1)</script>'),
    text('a script', ")]}',\nalert(1)", 'text/javascript'),
    text('nothing', ''),
    text('null', 'null'),
    text('a list instead of an object', '[1,2,3]'),
  ]
}

/** Keeps sending whenever there is room in the buffer. */
function endless(response: ServerResponse, part: string | Buffer): void {
  const more = () => {
    while (!response.destroyed && response.write(part));
  }
  response.on('drain', more)
  more()
}

function drip(response: ServerResponse, part: string, milliseconds: number): void {
  const timer = setInterval(() => response.write(part), milliseconds)
  response.on('close', () => clearInterval(timer))
}
