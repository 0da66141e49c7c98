import {
  type ResponseAttack,
  answers,
  head,
  answerList,
  mebibyte,
  profile,
  slow,
  user,
} from './answer-attack.ts'
import { answerJson } from './service.ts'

/** Responses that redirect to other URLs. */
export function redirects(): ResponseAttack[] {
  return [
    ...[301, 302, 303, 307, 308].map((status) =>
      answers(
        `a redirect to another host with ${status}`,
        true,
        (response, { elsewhere }, path) =>
          void response.writeHead(status, { location: elsewhere + path }).end(),
      ),
    ),
    answers(
      'a redirect to itself',
      true,
      (response, _, path) => void response.writeHead(302, { location: path }).end(),
    ),
    answers(
      'a redirect to a file',
      true,
      (response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    ),
    answers(
      'a Refresh header to another host',
      true,
      (response, { elsewhere }) =>
        void response.writeHead(200, { ...head, refresh: `0; url=${elsewhere}` }).end('<html>'),
    ),
    answers(
      'a next page on another host',
      false,
      (response, { elsewhere }) =>
        answerJson(response, answerList(100, user), {
          link: `<${elsewhere}/api/v4/users?page=2>; rel="next"`,
        }),
      { name: 'sshKeys.list' },
    ),
  ]
}

/** Responses that violate or stretch HTTP’s rules. */
export function protocol(): ResponseAttack[] {
  const ok = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'
  const whole = `Content-Length: ${profile.length}\r\n\r\n${profile}`
  return [
    raw('100,000 headers', true, () => `${ok}${'X-Many: 1\r\n'.repeat(100_000)}${whole}`),
    raw('a header of 10 MB', true, () => `${ok}X-Long: ${'x'.repeat(10 * mebibyte)}\r\n${whole}`),
    slow(
      answers('endless headers', true, ({ socket }) => {
        socket?.write(ok)
        const timer = setInterval(() => socket?.write('X-More: 1\r\n'), 5)
        socket?.on('close', () => clearInterval(timer))
      }),
    ),
    raw(
      '10,000 responses before the response',
      false,
      () => `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000)}${ok}${whole}`,
    ),
    raw(
      'a protocol switch',
      true,
      () => 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: evil\r\nConnection: Upgrade\r\n\r\nevil',
    ),
    raw('two answers', false, () => `${ok}${whole}${ok}${whole}`),
    raw('two lengths', true, () => `${ok}Content-Length: 5\r\n${whole}`),
    raw('a length and chunks', false, () => `${ok}Transfer-Encoding: chunked\r\n${whole}`),
    raw(
      'an endless chunk',
      true,
      () => `${ok}Transfer-Encoding: chunked\r\n\r\nfffffffff\r\n${profile}`,
    ),
    raw('the status 999', true, () => `HTTP/1.1 999 Evil\r\n${whole}`),
    raw('the status 000', true, () => `HTTP/1.1 000 Evil\r\n${whole}`),
    raw('no HTTP', true, () => 'SSH-2.0-OpenSSH_9.9\r\n'),
    raw('headers with NUL', true, () => `${ok}X-Evil: \0\0\r\n${whole}`),
    raw('a header inside a header', true, () => `${ok}X-Evil: a\rSet-Cookie: b\r\n${whole}`),
    answers('a thousand cookies', false, (response) => {
      const cookies = answerList(1_000, (nth) => `c${nth}=${'x'.repeat(10)}`) as string[]
      response.writeHead(200, { ...head, 'set-cookie': cookies }).end(profile)
    }),
    ...[201, 202, 204, 206, 304, 418, 429, 451, 503, 511].map((status) =>
      answers(`the status ${status} instead of 200`, true, (response) => {
        const headers = { ...head, 'retry-after': '99999999999', 'x-ratelimit-reset': 'NaN' }
        response
          .writeHead(status, headers)
          .end(status === 204 || status === 304 ? undefined : profile)
      }),
    ),
  ]
}

/** A response given as raw bytes, which may violate HTTP’s rules. */
function raw(name: string, mustFail: boolean, bytes: () => string): ResponseAttack {
  return answers(name, mustFail, ({ socket }) => {
    socket?.write(bytes(), 'latin1')
    socket?.end()
  })
}
