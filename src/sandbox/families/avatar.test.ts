import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { avatarLimit } from '../avatars.ts'
import { encodePng } from '../seed/png.ts'
import { startTestSandbox } from '../testing/harness.ts'
import type { TestSandbox } from '../testing/harness.ts'

const png = encodePng(4, 4, [0xff0000], () => 0)
const formats =
  'file format is not supported. Please try one of the following supported formats: ' +
  'png, jpg, jpeg, gif, bmp, tiff, ico, webp'
const unsupported = { status: 400, body: { message: `Avatar ${formats}` } }

describe('avatar', () => {
  let sandbox: TestSandbox
  beforeEach(async () => void (sandbox = await startTestSandbox()))
  afterEach(() => sandbox.stop())
  const send = (file: File | string, token = sandbox.tokens.user) => {
    const body = new FormData()
    body.set('avatar', file)
    return sandbox.ask('PUT', '/user/avatar', { token, body })
  }
  const put = (bytes: Uint8Array<ArrayBuffer> | string, name = 'me.png', type = 'image/png') =>
    send(new File([bytes], name, { type }))
  const url = async (token = sandbox.tokens.user) =>
    ((await sandbox.ask('GET', '/user', { token })).body as { avatar_url: string | null })
      .avatar_url
  const at = (name: string) => `${sandbox.url}/uploads/-/system/user/avatar/2/${name}`

  it('appears in all endpoints and is served publicly', async () => {
    const body = new Uint8Array(png)
    const answer = await put(body, 'My face (2).PNG')
    const address = at('My_face__2_.PNG')
    expect(answer).toMatchObject({ status: 200, body: { avatar_url: address } })
    expect(Object.keys(answer.body as object)).toEqual(['avatar_url'])
    expect(await url()).toBe(address)

    const response = await fetch(address)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(body)
  })

  it('returns 304 when the client already has it', async () => {
    await put(new Uint8Array(png))
    const ask = (tag: string) => fetch(at('me.png'), { headers: { 'if-none-match': tag } })
    const etag = (await fetch(at('me.png'))).headers.get('etag')!
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await ask(tag)
      expect(response.status).toBe(304)
      expect(response.headers.get('etag')).toBe(etag)
      expect(await response.text()).toBe('')
    }
    expect((await ask('"other"')).status).toBe(200)
    const other = new Uint8Array(encodePng(4, 4, [0x00ff00], () => 0))
    await put(other)
    expect((await ask(etag)).status).toBe(200)
  })

  it('works only at its latest URL', async () => {
    await put(new Uint8Array(png), 'old.png')
    await put(new Uint8Array(png), 'new.png')
    expect((await fetch(at('old.png'))).status).toBe(404)
    expect((await fetch(at('new.png'))).status).toBe(200)
    const nobody = `${sandbox.url}/uploads/-/system/user/avatar`
    for (const path of ['/99999/new.png', '/x/new.png', '/2/..%2Fsandbox.db', '/2/%00', '/2']) {
      expect((await fetch(nobody + path)).status).toBe(404)
    }
  })

  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\pictures\\me.gif', 'me.gif'],
    ['a b"<>?#%.png', 'a_b______.png'],
    ['\u202Egpj.png', '_gpj.png'],
    [`${'n'.repeat(400)}.png`, `${'n'.repeat(251)}.png`],
  ])('sanitizes the file name %j', async (name, safe) => {
    expect((await put(new Uint8Array(png), name)).body).toEqual({ avatar_url: at(safe) })
  })

  it.each([
    ['me.png', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['me.jpg', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['me.gif', 'GIF89a', 'image/gif'],
    ['me.bmp', 'BM', 'image/bmp'],
    ['me.tiff', 'II*\0', 'image/tiff'],
    ['me.ico', '\0\0\x01\0', 'image/vnd.microsoft.icon'],
    ['me.webp', 'RIFF....WEBP', 'image/webp'],
  ])('serves %s with the MIME type of its content', async (name, content, type) => {
    expect((await put(bytesOf(content), name, 'text/html')).status).toBe(200)
    expect((await fetch(at(name))).headers.get('content-type')).toBe(type)
  })

  it.each([
    ['an unsupported image type', 'me.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an image with an unsupported extension', 'me.exe', '\x89PNG\r\n\x1a\n'],
    ['a file without an extension', 'png', '\x89PNG\r\n\x1a\n'],
    ['a file that isn’t an image', 'me.png', '<script>alert(1)</script>'],
    ['an empty file', 'me.png', ''],
  ])('rejects %s and keeps the previous avatar', async (_, name, content) => {
    const before = await url()
    expect(await put(bytesOf(content), name)).toMatchObject(unsupported)
    expect(await url()).toBe(before)
  })

  it('rejects files over 200 KiB', async () => {
    const bytes = new Uint8Array(avatarLimit + 1)
    bytes.set(png)
    expect(await put(bytes)).toMatchObject({
      status: 400,
      body: { message: 'Avatar is too big (should be at most 200 KiB)' },
    })
    expect((await put(bytes.subarray(0, avatarLimit))).status).toBe(200)
    expect(await put(bytes, 'me.svg')).toMatchObject({
      status: 400,
      body: {
        message: `Avatar ${formats}. Avatar is too big (should be at most 200 KiB)`,
      },
    })
  })

  it("rejects values that aren't files", async () => {
    const token = sandbox.tokens.user
    const invalid = { status: 400, body: { error: 'avatar is invalid' } }
    expect(await send('me.png')).toMatchObject(invalid)
    for (const avatar of ['x', { name: 'me.png', bytes: [1] }]) {
      expect(await sandbox.ask('PUT', '/user/avatar', { token, body: { avatar } })).toMatchObject(
        invalid,
      )
    }
    const missing = { status: 400, body: { error: 'avatar is missing' } }
    expect(await sandbox.ask('PUT', '/user/avatar', { token })).toMatchObject(missing)
    const other = new FormData()
    other.set('picture', new File([new Uint8Array(png)], 'me.png'))
    expect(await sandbox.ask('PUT', '/user/avatar', { token, body: other })).toMatchObject(missing)
  })

  it('requires a token with write access', async () => {
    expect((await send('x', sandbox.tokens.read_user)).status).toBe(403)
  })

  it('exists only for some seeded users', async () => {
    expect(await url()).toBe(at('avatar.png'))
    expect((await fetch(at('avatar.png'))).headers.get('content-type')).toBe('image/png')
    const { body } = await sandbox.ask('GET', '/user?sudo=x', { token: sandbox.tokens.admin })
    expect(body).toMatchObject({ avatar_url: null })
  })
})

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
