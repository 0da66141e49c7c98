import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { readArmoredBlocks } from '../../../keys/armor.ts'
import { GpgProgram, readGpgListing } from './gpg-program.ts'
import { readGpgKey } from '../../../keys/gpg-public-key.ts'
import { splitGpgKeys } from '../../../keys/pgp-packets.ts'
import { textOf } from '../../../platform/messages.ts'
import { type GpgHome, aDayAgo, fakeGpg, tempGpgHome } from './testing/gpg-home.ts'

let home: GpgHome
beforeAll(() => {
  home = tempGpgHome()
})
afterAll(() => home.remove())

async function listed() {
  const answer = await home.program.list()
  if (!('output' in answer)) expect.fail(textOf(answer.failure.message))
  return readGpgListing(answer.output, currentTime())
}

describe('gpg’s key list', () => {
  it('matches the parser’s results for these keys', async () => {
    home.generate('Ada: Lövelace <ada@example.com>')
    const signing = home.generate('Ada <ada@work.example>', 'rsa2048', 'sign', '2y')
    home.gpg('--quick-add-key', signing, 'cv25519', 'encr', '1y')
    home.gpg('--quick-add-key', signing, 'ed25519', 'auth')
    home.gpg('--quick-add-uid', signing, 'ada@home.example')
    home.gpg('--quick-add-uid', signing, 'Old name <old@example.com>')
    home.gpg('--quick-revoke-uid', signing, 'Old name <old@example.com>')
    home.generate(
      'Past <past@example.com>',
      'nistp256',
      'default',
      '1d',
      '--faked-system-time',
      '20240101T000000',
    )
    home.revoke(home.generate('Gone <gone@example.com>'))

    const keys = await listed()
    const parsed = await Promise.all(
      readArmoredBlocks(home.exported())
        .flatMap(splitGpgKeys)
        .map((packets) => readGpgKey(packets, currentTime())),
    )
    expect(keys).toHaveLength(4)
    const sorted = (details: (typeof keys)[number]['details']) => ({
      ...details,
      userIds: details.userIds.toSorted((a, b) => (a.text < b.text ? -1 : 1)),
    })
    expect(keys.map(({ details }) => sorted(details))).toEqual(
      parsed.map(({ details }) => sorted(details)),
    )
    expect(keys.map(({ details }) => [details.expired, details.revoked])).toEqual([
      [false, false],
      [false, false],
      [true, false],
      [false, true],
    ])
    expect(keys[0]!.details.userIds[0]).toMatchObject({
      text: 'Ada: Lövelace <ada@example.com>',
      email: 'ada@example.com',
    })
    expect(keys[1]!.details).toMatchObject({
      capabilities: ['certify', 'sign'],
      subkeys: [
        { capabilities: ['encrypt'], revoked: false, expires: expect.any(String) },
        { capabilities: ['authenticate'], revoked: false },
      ],
    })
    expect(keys[1]!.details.userIds.map(({ email, revoked }) => [email, revoked])).toEqual(
      expect.arrayContaining([
        ['ada@work.example', false],
        ['ada@home.example', false],
        ['old@example.com', true],
      ]),
    )
  })

  it('marks keys with a private key on this computer', async () => {
    const other = tempGpgHome()
    other.generate('Grace <grace@example.com>')
    const block = other.exported()
    other.remove()
    home.gpg('--import', '--', writeBlock(block))
    const keys = await listed()
    const privateKeyByEmail = new Map(
      keys.map((key) => [key.details.userIds[0]!.email, key.hasPrivateKey]),
    )
    expect(privateKeyByEmail.get('ada@example.com')).toBe(true)
    expect(privateKeyByEmail.get('grace@example.com')).toBe(false)
  })

  it('includes revoked subkeys', async () => {
    const [key] = await listed()
    const { fingerprint } = key!.details
    const keyring = new Set(key!.details.subkeys.map(({ fingerprint: sub }) => sub))
    home.gpg('--quick-add-key', fingerprint, 'ed25519', 'sign')
    const added = (await listed())[0]!.details.subkeys.findIndex((s) => !keyring.has(s.fingerprint))
    revokeSubkey(fingerprint, added + 1)
    const [after] = await listed()
    expect(after!.details.subkeys[added]).toMatchObject({ capabilities: ['sign'], revoked: true })
    const [packets] = readArmoredBlocks(home.exported(fingerprint)).flatMap(splitGpgKeys)
    expect((await readGpgKey(packets!, currentTime())).details.subkeys[added]).toMatchObject({
      revoked: true,
    })
  })
})

describe('gpg', () => {
  const stateOf = async (program: GpgProgram) => {
    const answer = await program.list()
    if (!('failure' in answer)) expect.fail('it answered')
    const { state, message } = answer.failure
    return { state, message: textOf(message) }
  }

  it('is reported as absent if not installed', async () => {
    const environment = { PATH: '/nowhere', HOME: home.path, GNUPGHOME: home.path }
    expect(await stateOf(new GpgProgram({ environment }))).toMatchObject({
      state: 'absent',
      message: 'gpg is not installed on this computer.',
    })
  })

  it('is found in the Homebrew, MacPorts and GPG Suite folders on macOS', async () => {
    const { platform } = process
    const folder = join(home.path, 'homebrew')
    mkdirSync(folder)
    writeFileSync(join(folder, 'gpg'), '#!/bin/sh\necho found', { mode: 0o755 })
    const environment = { PATH: '/nowhere', HOME: home.path, GNUPGHOME: home.path }
    const program = new GpgProgram({ environment, macFolders: [folder] })
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
    expect(await program.list()).toEqual({ output: Buffer.from('found\n') })
  })

  it('is looked up in PATH first, then in the common folders on macOS', async () => {
    const program = join(home.path, 'search-path')
    writeFileSync(program, '#!/bin/sh\nprintf %s "$PATH"', { mode: 0o755 })
    const { platform } = process
    onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }))
    const searched = async (system: NodeJS.Platform, path: { PATH?: string }) => {
      Object.defineProperty(process, 'platform', { value: system })
      const environment = { ...path, HOME: home.path, GNUPGHOME: home.path }
      const answer = await new GpgProgram({ environment, program }).list()
      return 'output' in answer && answer.output.toString()
    }
    const macPath = '/opt/homebrew/bin:/usr/local/bin:/opt/local/bin:/usr/local/MacGPG2/bin'
    expect(await searched('darwin', { PATH: '/mine:/bin' })).toBe(`/mine:/bin:${macPath}`)
    expect(await searched('darwin', {})).toBe(`/usr/bin:/bin:${macPath}`)
    expect(await searched('linux', { PATH: '/mine:/bin' })).toBe('/mine:/bin')
  })

  it("returns no keys if its home folder is missing, and doesn't create it", async () => {
    const empty = join(home.path, 'nobody')
    const environment = { PATH: process.env.PATH, HOME: empty }
    expect(await new GpgProgram({ environment }).list()).toEqual({ output: Buffer.alloc(0) })
    expect(readdirSync(home.path)).not.toContain('nobody')
  })

  it('is killed if it hangs, and its error is quoted if it fails', async () => {
    expect(await stateOf(fakeGpg(home.path, 'exec sleep 600', 200))).toMatchObject({
      state: 'failed',
      message: 'gpg did not respond in time.',
    })
    const broken = fakeGpg(home.path, 'echo "gpg: keyring is locked" >&2; exit 2')
    expect((await stateOf(broken)).message).toBe('gpg couldn’t list its keys: keyring is locked.')
  })

  it('exports keys by fingerprint only', async () => {
    const echoingGpg = fakeGpg(home.path, 'printf "%s " "$@"')
    const harmless = '49DEF08422939CB11FB4A102185FA12246B443E4'
    const answer = await echoingGpg.export(['--export-secret-keys', '$(id)', 'ada', harmless])
    expect('output' in answer && answer.output.toString()).toBe(
      `--batch --no-tty --quiet --no-auto-check-trustdb --export -- ${harmless} `,
    )
    expect(await echoingGpg.export(['--export-secret-keys'])).toEqual({ output: Buffer.alloc(0) })
  })
})

function writeBlock(block: string): string {
  const path = join(home.path, 'block.asc')
  writeFileSync(path, block)
  return path
}

/** Answers gpg's prompts, because no command can do this non-interactively. */
function revokeSubkey(fingerprint: string, number: number): void {
  const env = { PATH: process.env.PATH, HOME: home.path, GNUPGHOME: home.path }
  const flags = ['--no-tty', '--command-fd', '0', '--pinentry-mode', 'loopback', '--passphrase', '']
  execFileSync('gpg', [...flags, ...aDayAgo(), '--edit-key', fingerprint], {
    env,
    input: `key ${number}\nrevkey\ny\n0\n\ny\nsave\n`,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
}
