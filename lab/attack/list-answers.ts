import { type ResponseAttack, answers, answerList, mebibyte, user } from './answer-attack.ts'
import { answerJson } from './service.ts'

const users = { name: 'users.list', input: {} }

/** Lists that are too long or never end. */
export function lists(): ResponseAttack[] {
  const paged = (name: string, mustFail: boolean, page: (nth: number) => unknown) => {
    let requestCount = 0
    return answers(
      name,
      mustFail,
      (response, _given, path) => {
        requestCount += 1
        const next = `<http://x${path.split('?')[0]}?page=${requestCount + 1}>; rel="next"`
        answerJson(response, page(requestCount), {
          link: next,
          'x-next-page': String(requestCount + 1),
        })
      },
      { name: 'localSshKeys.list' },
    )
  }
  const keys = (page: number) =>
    answerList(100, (nth) => ({
      id: page * 100 + nth,
      title: 'k',
      key: 'ssh-ed25519 AAAA',
      created_at: '2026-01-01T00:00:00Z',
    }))
  return [
    answers(
      '50,000 users on a page',
      true,
      (response) => answerJson(response, answerList(50_000, user)),
      users,
    ),
    answers(
      'a page of 20 MB',
      true,
      (response) => answerJson(response, [{ ...user(1), bio: 'x'.repeat(20 * mebibyte) }]),
      users,
    ),
    answers(
      'numbers as users',
      false,
      (response) =>
        answerJson(
          response,
          answerList(1_000, (nth) => nth),
        ),
      users,
    ),
    answers(
      'an object instead of users',
      true,
      (response) => answerJson(response, { 0: user(1), length: 1 }),
      users,
    ),
    answers(
      'a link that is slow to parse',
      false,
      (response) => answerJson(response, [user(1)], { link: '<'.repeat(15_000) }),
      users,
    ),
    paged('endless empty pages', true, () => []),
    paged('the same page endlessly', true, () => keys(1)),
    paged('endless pages', true, keys),
  ]
}

/** Avatars that aren’t images or whose URLs must not be requested. */
export function pictures(): ResponseAttack[] {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(0x7fffffff)
  size.writeUInt32BE(0x7fffffff, 4)
  const picture = (name: string, body: Buffer | string, type: string): ResponseAttack =>
    answers(
      `an avatar that is ${name}`,
      false,
      (response, _given, path) => {
        if (!path.startsWith('/api/')) {
          return void response.writeHead(200, { 'content-type': type }).end(body)
        }
        answerJson(response, [{ ...user(0), avatar_url: '/avatar.png' }])
      },
      users,
      { name: 'avatars.of', input: { users: [{ id: 1, username: 'u0' }] } },
    )
  return [
    picture('SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'),
    picture('HTML', '<script>alert(1)</script>', 'image/png'),
    picture(
      'a PNG of 2 gigapixels per side',
      Buffer.concat([png, size, Buffer.alloc(32)]),
      'image/png',
    ),
    picture('50 MB', Buffer.concat([png, Buffer.alloc(50 * mebibyte)]), 'image/png'),
    answers(
      'avatars at URLs of this computer',
      false,
      (response) => {
        const addresses = [
          'file:///etc/passwd',
          'http://169.254.169.254/',
          'http://127.0.0.1:22/',
          'javascript:alert(1)',
        ]
        answerJson(
          response,
          addresses.map((avatar_url, nth) => ({ ...user(nth), avatar_url })),
        )
      },
      users,
      {
        name: 'avatars.of',
        input: { users: answerList(4, (nth) => ({ id: nth + 1, username: `u${nth}` })) },
      },
    ),
  ]
}
