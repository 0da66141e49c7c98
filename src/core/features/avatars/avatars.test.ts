import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { encodePng } from '../../../sandbox/seed/png.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { users } from '../../../shared/gitlab/users.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { formatFailure } from '../../platform/failure.ts'
import { testAudit } from '../../audit-log/testing/audit.ts'
import { signedIn } from '../keys/ssh/testing/account-service.ts'
import { createNodeFetch } from '../../platform/network/node-fetch.ts'
import { failureOf } from '../../gitlab/testing/client.ts'
import { type TestServer, json, startServer } from '../../testing/http-server.ts'
import { SeenUsers } from '../../accounts/seen-users.ts'
import { Avatars } from './avatars.ts'
import { PictureCache } from './picture-cache.ts'

const png = (colour: number) => Buffer.from(encodePng(4, 4, [colour], () => 0))
const shown = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
const fileOf = (bytes: Buffer, filename = 'me.png') =>
  ({ filename, type: 'image/png', base64: bytes.toString('base64') }) as const

/** An account that needs no requests, because all its users are in `SeenUsers`. */
const x = { account: 'x' } as GitLabClient

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-avatars-'))
  now = currentTime()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function avatarsAt(baseUrl: string, me = { id: 1, username: 'ada', name: 'Ada' }) {
  const book = new SeenUsers()
  const cache = new PictureCache({ folder, now: () => now })
  const { audit, entries } = testAudit()
  const avatars = new Avatars({
    fetch: createNodeFetch(),
    book,
    cacheOf: () => cache,
    account: () => ({ baseUrl, user: me }),
    audit,
    now: () => now,
  })
  return { avatars, book, cache, entries }
}

describe('an instance’s avatars', () => {
  let sandbox: Sandbox
  let gitlab: GitLabClient
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    gitlab = await signedIn(sandbox.url, sandbox.tokens.user)
  })
  afterAll(() => sandbox.stop())

  it('include a newly uploaded one without fetching it if it was sent unchanged', async () => {
    const me = await gitlab.call(user.get, {})
    const { avatars } = avatarsAt(sandbox.url, me)
    // The account's own user isn't known yet, so it is read first.
    const [before] = await avatars.of(gitlab, [{ id: me.id }])
    const picture = png(0x123456)
    const { avatar_url, picture: sent } = await avatars.set(gitlab, fileOf(picture))
    expect(sent).toBe(shown(picture))
    expect(before!.picture).toMatch(/^data:image/)
    expect(before!.picture).not.toBe(sent)
    expect((await gitlab.call(user.get, {})).avatar_url).toBe(avatar_url)
    expect(await avatars.of(gitlab, [{ id: me.id }])).toEqual([{ id: me.id, picture: sent }])
    const download = await fetch(avatar_url!)
    expect(Buffer.from(await download.arrayBuffer())).toEqual(picture)
  })

  it('are returned only for known users', async () => {
    const { avatars, book } = avatarsAt(sandbox.url)
    const list = await gitlab.all(users.list, {})
    book.collect(gitlab.account, { items: list })
    const knownUsers = list.slice(0, 20)
    const pictures = await avatars.of(gitlab, [...knownUsers, { id: 999_999 }])
    expect(pictures.map(({ picture }) => picture?.startsWith('data:image/png;') ?? false)).toEqual([
      ...knownUsers.map(({ avatar_url }) => Boolean(avatar_url)),
      false,
    ])
    expect(pictures.some(({ picture }) => picture)).toBe(true)
    if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o700)
  })
})

describe('avatar', () => {
  let server: TestServer
  let gitlab: GitLabClient
  let picture: Buffer | undefined
  beforeEach(async () => {
    picture = png(1)
    server = await startServer((request, response) => {
      if (request.url === '/api/v4/user') {
        return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      }
      if (request.method === 'PUT') return void response.destroy()
      if (!picture) return void response.writeHead(404).end()
      response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    })
    gitlab = await signedIn(server.url)
  })
  afterEach(() => server.stop())

  const ada = { id: 1, username: 'ada', avatar_url: '/uploads/ada.png' }
  const requestCount = () => server.requests.filter(({ url }) => url === '/uploads/ada.png').length

  it('is fetched once a day despite concurrent requests and a restart', async () => {
    const first = avatarsAt(server.url)
    first.book.collect('x', ada)
    await Promise.all([1, 2, 3].map(() => first.avatars.of(x, [{ id: 1 }, { id: 1 }])))
    const second = avatarsAt(server.url)
    second.book.collect('x', { created_by: ada })
    expect(await second.avatars.of(x, [{ id: 1 }])).toEqual([{ id: 1, picture: shown(png(1)) }])
    expect(requestCount()).toBe(1)
    picture = png(2)
    now += 25 * 60 * 60 * 1000
    expect((await second.avatars.of(x, [{ id: 1 }]))[0]!.picture).toBe(shown(png(2)))
    expect(requestCount()).toBe(2)
  })

  it('is kept if a refresh fails, and isn’t requested repeatedly if missing', async () => {
    const { avatars, book, cache } = avatarsAt(server.url)
    book.collect('x', ada)
    await avatars.of(x, [{ id: 1 }])
    picture = undefined
    now += 25 * 60 * 60 * 1000
    expect((await avatars.of(x, [{ id: 1 }]))[0]!.picture).toBe(shown(png(1)))
    await cache.clear()
    expect((await avatars.of(x, [{ id: 1 }]))[0]!.picture).toBeNull()
    await avatars.of(x, [{ id: 1 }])
    expect(requestCount()).toBe(2)
    now += 6 * 60 * 1000
    await avatars.of(x, [{ id: 1 }])
    expect(requestCount()).toBe(3)
  })

  it('is dropped from the cache if the upload got no response', async () => {
    const { avatars, book } = avatarsAt(server.url)
    book.collect(gitlab.account, ada)
    await avatars.of(gitlab, [{ id: 1 }])
    const failure = await failureOf(avatars.set(gitlab, fileOf(png(2))))
    expect(failure.kind).toBe('unknown-outcome')
    picture = png(2)
    expect((await avatars.of(gitlab, [{ id: 1 }]))[0]!.picture).toBe(shown(png(2)))
  })

  it('is the new one if it was uploaded while the old one was still downloading', async () => {
    const downloads: (() => void)[] = []
    const racing = await startServer((request, response) => {
      if (request.method === 'PUT') return json(response, 200, { avatar_url: '/uploads/ada.png' })
      if (request.url.startsWith('/api')) {
        return json(response, 200, { id: 1, username: 'ada', name: 'Ada' })
      }
      downloads.push(() => response.writeHead(200).end(png(1)))
    })
    const gitlab = await signedIn(racing.url)
    const { avatars, book } = avatarsAt(racing.url)
    book.collect(gitlab.account, ada)
    const showing = avatars.of(gitlab, [{ id: 1 }])
    await expect.poll(() => downloads.length).toBe(1)
    await avatars.set(gitlab, fileOf(png(2)))
    downloads[0]!()
    expect((await showing)[0]!.picture).toBe(shown(png(2)))
    expect((await avatars.of(gitlab, [{ id: 1 }]))[0]!.picture).toBe(shown(png(2)))
    await racing.stop()
  })

  it('is deleted once the user removes it', async () => {
    const { avatars, book } = avatarsAt(server.url)
    book.collect('x', ada)
    book.collect('x', [{ ...ada, avatar_url: null }])
    expect(await avatars.of(x, [{ id: 1 }])).toEqual([{ id: 1, picture: null }])
    book.collect('x', ada)
    book.forget('x')
    expect(book.avatarUrl('x', 1)).toBeUndefined()
  })

  it('is downloaded alongside at most three others', async () => {
    let running = 0
    let most = 0
    const slow = await startServer(async (_request, response) => {
      most = Math.max(most, (running += 1))
      await new Promise(setImmediate)
      running -= 1
      response.writeHead(200).end(png(1))
    })
    const { avatars, book } = avatarsAt(slow.url)
    const users = Array.from({ length: 20 }, (_, id) => ({
      id: id + 1,
      username: `u${id}`,
      avatar_url: `${slow.url}/${id}.png`,
    }))
    book.collect('x', users)
    const pictures = await avatars.of(x, users)
    expect(pictures.filter((one) => one.picture)).toHaveLength(20)
    expect(most).toBeLessThanOrEqual(4)
    await slow.stop()
  })
})

it('sends another user’s avatar, shows it immediately, and logs it without its bytes', async () => {
  const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  const gitlab = await signedIn(sandbox.url, sandbox.tokens.admin)
  const { avatars, entries } = avatarsAt(sandbox.url)
  const list = (await gitlab.all(users.list, {})) as { id: number; username: string }[]
  const { id, username } = list.find((one) => one.username === 'quiet')!
  const picture = png(0xabcdef)
  const { avatar_url, picture: sent } = await avatars.setFor(gitlab, id, fileOf(picture))
  expect(sent).toBe(shown(picture))
  expect((await gitlab.call(users.get, { id })).avatar_url).toBe(avatar_url)
  expect(await avatars.of(gitlab, [{ id }])).toEqual([{ id, picture: sent }])
  expect(entries()).toMatchObject([
    { action: 'users.modify', target: { id, username }, fields: ['avatar'], outcome: 'done' },
  ])
  expect(JSON.stringify(entries())).not.toContain(picture.toString('base64').slice(0, 20))

  const missingUserFailure = await failureOf(avatars.setFor(gitlab, 999_999, fileOf(picture)))
  expect(missingUserFailure.kind).toBe('not-found')
  expect(entries()[0]).toMatchObject({ target: { id: 999_999 }, outcome: 'refused' })
  await sandbox.stop()
})

describe('avatar upload', () => {
  it.each([
    ['text', 'me.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['another type', 'me.jpg', 'image/jpeg', png(1)],
    ['too many bytes', 'me.png', 'image/png', Buffer.concat([png(1), Buffer.alloc(204_800)])],
    ['nothing', 'me.png', 'image/png', Buffer.alloc(0)],
  ] as const)('rejects %s before anything is sent', async (_, filename, type, bytes) => {
    const server = await startServer((_request, response) =>
      json(response, 200, { id: 1, username: 'ada', name: 'Ada' }),
    )
    const gitlab = await signedIn(server.url)
    const { avatars, entries } = avatarsAt(server.url)
    const picture = { filename, type, base64: bytes.toString('base64') }
    for (const sending of [avatars.set(gitlab, picture), avatars.setFor(gitlab, 7, picture)]) {
      const failure = await failureOf(sending)
      const fields = { avatar: [expect.any(String)] }
      expect(formatFailure(failure)).toMatchObject({ kind: 'invalid', fields })
    }
    expect(server.requests).toHaveLength(1)
    expect(entries()).toEqual([])
    await server.stop()
  })

  it('gets a filename with the right extension and no path', async () => {
    const server = await startServer((request, response) =>
      json(
        response,
        200,
        request.method === 'PUT' ? { avatar_url: null } : { id: 1, username: 'ada', name: 'Ada' },
      ),
    )
    const gitlab = await signedIn(server.url)
    const { avatars } = avatarsAt(server.url)
    const jpeg = Buffer.from('\xff\xd8\xff\xe0 and so on', 'latin1').toString('base64')
    for (const filename of ['C:\\Me\\photo.JPEG', '../../etc/passwd', 'a"b\r\nc.svg', '.png']) {
      await avatars.set(gitlab, { filename, type: 'image/jpeg', base64: jpeg })
    }
    const names = server.requests.map(({ body }) => /filename="([^"]*)"/.exec(body)?.[1])
    expect(names.filter(Boolean)).toEqual(['photo.jpeg', 'passwd.jpg', 'a_b_c.jpg', 'avatar.jpg'])
    await server.stop()
  })
})

describe('picture cache', () => {
  it('stays below its limit by deleting the least recently used pictures', async () => {
    const cache = new PictureCache({ folder, now: () => (now += 1000), limit: 1000 })
    for (const name of ['a', 'b', 'c']) await cache.put(name, Buffer.alloc(300, name))
    await cache.get('a')
    await cache.put('d', Buffer.alloc(300, 'd'))
    const cachedPictures = await Promise.all(['a', 'b', 'c', 'd'].map((name) => cache.get(name)))
    expect(cachedPictures.map(Boolean)).toEqual([true, false, true, true])
    const size = readdirSync(folder).map((name) => statSync(join(folder, name)).size)
    expect(size.reduce((a, b) => a + b)).toBeLessThanOrEqual(1000)
  })

  it('keeps its order after a restart and deletes unfinished files', async () => {
    const cache = new PictureCache({ folder, now: () => (now += 10_000), limit: 1000 })
    for (const name of ['a', 'b', 'c']) await cache.put(name, Buffer.alloc(300, name))
    await cache.get('a')
    writeFileSync(join(folder, `${randomUUID()}.next`), 'x')
    const again = new PictureCache({ folder, now: () => (now += 10_000), limit: 1000 })
    await again.put('d', Buffer.alloc(300, 'd'))
    expect(await again.get('b')).toBeUndefined()
    expect((await again.get('a'))?.bytes).toEqual(Buffer.alloc(300, 'a'))
    expect(readdirSync(folder)).toHaveLength(3)
  })

  it('tolerates a deleted or damaged file', async () => {
    const server = await startServer((_request, response) => response.writeHead(200).end(png(3)))
    const { avatars, book } = avatarsAt(server.url)
    book.collect('x', { id: 1, username: 'ada', avatar_url: '/a.png' })
    for (const damage of [
      (path: string) => rmSync(path),
      (path: string) => writeFileSync(path, '<svg/>'),
    ]) {
      await avatars.of(x, [{ id: 1 }])
      damage(join(folder, readdirSync(folder)[0]!))
      expect((await avatars.of(x, [{ id: 1 }]))[0]!.picture).toBe(shown(png(3)))
      expect(readFileSync(join(folder, readdirSync(folder)[0]!))).toEqual(png(3))
    }
    await server.stop()
  })
})
