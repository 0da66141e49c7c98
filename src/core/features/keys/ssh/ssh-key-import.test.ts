import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import {
  type ListedSshKey,
  type LocalSshKey,
  type LocalSshKeyRow,
  type SshKeyImportResult,
  localSshKeys,
} from '../../../../shared/operations/local-keys.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { sshKeys } from '../../../../shared/gitlab/ssh-keys.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { json } from '../../../testing/http-server.ts'
import { SshKeys, ownSshKeys } from '../ssh.ts'
import { signedIn } from './testing/account-service.ts'
import { handMade, keygen, tempHome } from './testing/key-material.ts'
import { type KeysServer, onNext, startKeysServer } from '../testing/keys-server.ts'
import { importOne } from '../testing/import-one.ts'

let home: ReturnType<typeof tempHome>
let others: GitLabClient[]
let keys: SshKeys
beforeEach(() => {
  home = tempHome()
  others = []
  keys = new SshKeys({
    home: home.home,
    hostName: 'laptop',
    now: currentTime,
    otherAccounts: () => others,
  })
})
afterEach(() => home.remove())

const inSsh = (name: string) => join(home.ssh, name)
const isKey = (row: LocalSshKeyRow): row is ListedSshKey => row.kind === 'key'
const choicesOf = (rows: LocalSshKeyRow[]) =>
  rows.filter(isKey).map(({ localKeyId }) => ({ localKeyId }))
const outcomes = (results: SshKeyImportResult[]) => results.map(({ outcome }) => outcome)
/** A new public key, in the form that the UI passes. */
const readOne = async (text: string, name = 'id.pub') =>
  (await keys.read([{ name, text }]))[0] as LocalSshKey

function makeLine(name = 'id'): string {
  const line = keygen(inSsh(name))
  return `${line} ${name}@laptop`
}

describe('SshKeys.import', () => {
  let sandbox: Sandbox
  let user: GitLabClient
  let admin: GitLabClient
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 20, flavor: 'gitlab' })
    user = await signedIn(sandbox.url, sandbox.tokens.user)
    admin = await signedIn(sandbox.url, sandbox.tokens.admin)
  })
  afterAll(() => sandbox.stop())

  it.each([199, 254])(
    'imports a key whose comment has an emoji of several code points after %i characters',
    async (before) => {
      const comment = `${'x'.repeat(before)}👩‍👩‍👧 and 🔑`
      const { localKeyId } = await readOne(`${keygen(inSsh(`emoji-${before}`))} ${comment}`)
      const result = await importOne(keys, ownSshKeys(user), { localKeyId })
      expect(result).toMatchObject({ outcome: 'imported' })
      const { title } = (result as { key: { title: string } }).key
      expect(title).toBe(before === 254 ? 'x'.repeat(254) : comment)
    },
  )

  it("doesn't propose a title of invisible characters", async () => {
    const line = keygen(inSsh('hidden'))
    const comments = ['\u200B', '\u2060 \u2800', '\u202E']
    const rows = await Promise.all(
      comments.map((comment) => readOne(`${line} ${comment}`, 'work.pub')),
    )
    expect(new Set(rows.map(({ title }) => title))).toEqual(new Set(['work (laptop)']))
  })

  it('distinguishes keys added by the user from scanned ones, and drops them on request', async () => {
    writeFileSync(inSsh('here.pub'), makeLine('here'))
    await keys.scan()
    const addedKey = await readOne(makeLine('brought'))
    const listed = async () =>
      (await keys.list(ownSshKeys(user))).local.map(({ title, isAdded }) => [title, isAdded])
    expect(await listed()).toEqual([
      ['here@laptop', false],
      ['brought@laptop', true],
    ])
    const { localKeyId } = addedKey
    const added = await importOne(keys, ownSshKeys(user), { localKeyId })
    expect(added).toMatchObject({ key: { files: [] } })
    expect('key' in added && added.key.copy).toBeUndefined()
    const [found] = (await keys.list(ownSshKeys(user))).local
    keys.forget(found!.localKeyId)
    expect(await listed()).toHaveLength(2)
    keys.forget(addedKey.localKeyId)
    expect(await listed()).toEqual([['here@laptop', false]])
    expect(await importOne(keys, ownSshKeys(user), { localKeyId })).toMatchObject({
      outcome: 'failed',
    })
  })

  it('doesn’t offer a key that Latchkey added after its file was removed', async () => {
    const line = makeLine('generated')
    await keys.add(user, line, 'Generated')
    const offered = async () => {
      await keys.scan()
      const { local } = await keys.list(ownSshKeys(user))
      return local.map(({ file, isAdded }) => [file, isAdded])
    }
    expect(await offered()).toEqual([['~/.ssh/generated.pub', false]])
    for (const name of ['generated', 'generated.pub']) rmSync(inSsh(name))
    expect(await offered()).toEqual([])
  })

  it('doesn’t send a scanned key whose file was removed or replaced since', async () => {
    for (const name of ['removed', 'replaced']) keygen(inSsh(name))
    const choices = choicesOf(await keys.scan())
    expect(choices).toHaveLength(2)
    const before = await keys.list(ownSshKeys(user))
    for (const name of ['removed', 'removed.pub', 'replaced', 'replaced.pub']) rmSync(inSsh(name))
    keygen(inSsh('replaced'))
    const results = await keys.import(ownSshKeys(user), choices)
    expect(results.map((result) => 'failure' in result && result.failure.kind)).toEqual([
      'not-found',
      'not-found',
    ])
    const after = await keys.list(ownSshKeys(user))
    expect(after.account).toHaveLength(before.account.length)
  })

  it('imports all new keys in a folder with one call', async () => {
    keygen(inSsh('ed25519'), 'ed25519', '-C', 'Zoë’s laptop 🔑')
    keygen(inSsh('rsa'), 'rsa', '-b', '2048')
    for (const bits of ['256', '384', '521']) keygen(inSsh(`p${bits}`), 'ecdsa', '-b', bits)
    const handMadeLines = handMade()
    writeFileSync(inSsh('sk.pub'), `${handMadeLines['sk-ssh-ed25519']}\n`)
    writeFileSync(
      inSsh('sk-ecdsa.pub'),
      `no-touch-required ${handMadeLines['sk-ecdsa']} security key\r\n`,
    )
    copyFileSync(inSsh('ed25519'), inSsh('wrong.pub'))
    copyFileSync(inSsh('rsa.pub'), inSsh('zz-copy.pub'))

    const rows = await keys.scan()
    expect(rows.filter(isKey)).toHaveLength(7)
    const results = await keys.import(ownSshKeys(user), choicesOf(rows))
    expect(outcomes(results)).toEqual(Array(7).fill('imported'))
    const [again] = await keys.import(ownSshKeys(user), choicesOf(rows))
    expect(again).toMatchObject({ outcome: 'taken', where: 'this-account' })

    const { account, local } = await keys.list(ownSshKeys(user))
    expect(local.every(({ group }) => group === 'on-account')).toBe(true)
    const titles = account.filter(({ copy }) => copy).map(({ title }) => title)
    const rsa = account.find(({ title }) => title === 'rsa (laptop)')
    expect(rsa).toMatchObject({
      copy: { privateKey: '~/.ssh/rsa' },
      files: ['~/.ssh/rsa.pub', '~/.ssh/zz-copy.pub'],
    })
    const expected = [
      'Zoë’s laptop 🔑',
      'rsa (laptop)',
      'security key',
      'sk (laptop)',
      'p384 (laptop)',
    ]
    expect(titles).toEqual(expect.arrayContaining(expected))
    expect(localSshKeys.list.output.parse({ account, local })).toBeDefined()
    expect(localSshKeys.import.output.parse(results)).toHaveLength(7)
    expect(localSshKeys.scan.output.parse(rows)).toHaveLength(rows.length)
  })

  it("accepts a title, usage and expiry, and sends only the key's type, blob and comment", async () => {
    const { localKeyId } = await readOne(`command="rm -rf /" ${makeLine()}\n# a note\n`)
    const expires_at = '2099-12-31T12:00:00Z'
    const choice = { localKeyId, title: 'Work', usage_type: 'signing', expires_at } as const
    const result = await importOne(keys, ownSshKeys(user), choice)
    expect(result).toMatchObject({
      outcome: 'imported',
      key: { title: 'Work', usage_type: 'signing' },
    })
    const key = 'key' in result ? result.key : undefined
    expect(Date.parse(key!.expires_at!)).toBe(Date.parse(expires_at))
  })

  it("reports who has a key that's in use: this account, another one here, or someone else", async () => {
    const { localKeyId } = await readOne(makeLine())
    expect(await importOne(keys, ownSshKeys(admin), { localKeyId })).toMatchObject({
      outcome: 'imported',
    })
    expect(await importOne(keys, ownSshKeys(admin), { localKeyId })).toMatchObject({
      outcome: 'taken',
      where: 'this-account',
      message: expect.stringContaining('id@laptop'),
    })
    expect(await importOne(keys, ownSshKeys(user), { localKeyId })).toMatchObject({
      outcome: 'taken',
      where: 'somebody-else',
      message: expect.stringContaining('isn’t signed in here'),
    })
    others = [admin]
    expect(await importOne(keys, ownSshKeys(user), { localKeyId })).toMatchObject({
      outcome: 'taken',
      where: 'another-account',
      account: admin.account,
    })
  })

  it('rejects expired and unknown keys, and empty titles', async () => {
    const { localKeyId } = await readOne(makeLine())
    const results = await keys.import(ownSshKeys(user), [
      { localKeyId, expires_at: '2020-01-01' },
      { localKeyId, expires_at: new Date(currentTime() - 1000).toISOString() },
      { localKeyId: 'guessed' },
      { localKeyId, title: ' ' },
      { localKeyId, title: 'x'.repeat(256) },
    ])
    expect(results).toMatchObject([
      { outcome: 'failed', failure: { fields: { expires_at: ['is in the past'] } } },
      { outcome: 'failed', failure: { fields: { expires_at: ['is in the past'] } } },
      { outcome: 'failed', failure: { kind: 'not-found' } },
      { outcome: 'failed', failure: { fields: { title: ['can’t be empty'] } } },
      { outcome: 'failed', failure: { fields: { title: [expect.stringContaining('255')] } } },
    ])
  })

  it('renews title, usage and expiry in place', async () => {
    const { localKeyId } = await readOne(makeLine())
    const imported = await importOne(keys, ownSshKeys(user), { localKeyId, usage_type: 'auth' })
    const old = 'key' in imported ? imported.key : undefined
    const changes = { title: 'New', expires_at: '2099-01-31T00:00:00Z' }
    const renewal = await keys.renew(user, old!.id, { ...changes, replace_used: true })
    expect(renewal).toMatchObject({
      outcome: 'renewed',
      key: { title: 'New', usage_type: 'auth' },
    })
    const list = await user.all(sshKeys.list, {})
    expect(list.filter(({ id }) => id === old!.id)).toEqual([])
    expect(list.filter(({ title }) => title === 'New')).toHaveLength(1)
  })
})

describe('SshKeys.read', () => {
  it('explains keyless and oversized files, and returns one row per key', async () => {
    const line = makeLine()
    const more = makeLine('more')
    const rows = await keys.read([
      { name: 'two.pub', text: `${line}\n${more}\n${line}\n` },
      { name: 'big.pub', text: `${line}\n`.padEnd(65_537, '#') },
      { name: 'cut.pub', text: line.slice(0, 60) },
      { name: 'secret.pub', text: readFileSync(inSsh('id'), 'utf8') },
      { name: 'none.txt', text: 'Hello' },
    ])
    expect(rows).toMatchObject([
      { kind: 'key', file: 'two.pub', title: 'id@laptop' },
      { kind: 'key', file: 'two.pub', title: 'more@laptop' },
      { kind: 'skipped', message: expect.stringContaining('64 KiB') },
      { kind: 'refused', secret: false, message: expect.stringMatching(/^cut\.pub: /) },
      { kind: 'refused', secret: true },
      { kind: 'skipped' },
    ])
    expect(localSshKeys.read.output.parse(rows)).toHaveLength(6)
  })

  it('explains a problem in pasted text without a file name', async () => {
    const line = makeLine()
    const rows = await keys.read([{ name: 'Pasted text', text: `${line}\n${line.slice(0, 61)}\n` }])
    expect(rows[1]).toMatchObject({
      message: 'Pasted text, line 2: This key is incomplete.',
      reason: 'Line 2: This key is incomplete.',
      hint: 'Copy the whole line again.',
    })
  })

  it('returns opaque IDs that stay valid as long as the key exists', async () => {
    makeLine()
    const [first] = (await keys.scan()).filter(isKey)
    const [again] = (await keys.scan()).filter(isKey)
    expect(again!.localKeyId).toBe(first!.localKeyId)
    expect(first!.localKeyId).toMatch(/^[0-9a-f]{32}$/)
    writeFileSync(inSsh('id.pub'), '')
    await keys.scan()
    const server = await startKeysServer()
    const { localKeyId } = first!
    const result = await importOne(keys, ownSshKeys(await signedIn(server.url)), { localKeyId })
    expect(result).toMatchObject({ outcome: 'failed', failure: { kind: 'not-found' } })
    await server.stop()
  })
})

describe('a failing instance', () => {
  let server: KeysServer
  let gitlab: GitLabClient
  beforeEach(async () => {
    server = await startKeysServer()
    gitlab = await signedIn(server.url)
  })
  afterEach(() => server.stop())

  it.each(['fingerprint', 'fingerprint_sha256', 'key'])(
    'gets an explanation added to its rejection of %s',
    async (name) => {
      const { localKeyId } = await readOne(makeLine())
      const message = { [name]: ['has already been taken'] }
      server.faults = [onNext('POST', (response) => json(response, 400, { message }))]
      const result = await importOne(keys, ownSshKeys(gitlab), { localKeyId })
      expect(result).toMatchObject({ outcome: 'taken', where: 'somebody-else' })
    },
  )

  it('is quoted when it rejects a key for another reason', async () => {
    const { localKeyId } = await readOne(makeLine())
    const message = { key: ['type is forbidden. Must be RSA'] }
    server.faults = [onNext('POST', (response) => json(response, 400, { message }))]
    const result = await importOne(keys, ownSshKeys(gitlab), { localKeyId })
    expect(result).toMatchObject({ outcome: 'failed', failure: { fields: message } })
  })

  it("causes a warning that another account couldn't be checked", async () => {
    const { localKeyId } = await readOne(makeLine())
    const stoppedServer = await startKeysServer()
    others = [await signedIn(stoppedServer.url)]
    await stoppedServer.stop()
    const message = { key: ['has already been taken'] }
    server.faults = [onNext('POST', (response) => json(response, 400, { message }))]
    const result = await importOne(keys, ownSshKeys(gitlab), { localKeyId })
    expect(result).toMatchObject({ message: expect.stringContaining('Not all accounts signed in') })
  })

  it('receives the key only once after a lost response, and its key list decides the outcome', async () => {
    const { localKeyId } = await readOne(makeLine())
    server.faults = [
      onNext('POST', (response, { body }) => {
        server.keys.push({ id: 9, ...JSON.parse(body) })
        response.destroy()
      }),
    ]
    const result = await importOne(keys, ownSshKeys(gitlab), { localKeyId })
    expect(result).toMatchObject({ outcome: 'imported', key: { id: 9 } })
    expect(server.asked().filter((asked) => asked.startsWith('POST'))).toHaveLength(1)
  })

  it('gets no further requests once it is down', async () => {
    const choices = await Promise.all(['a', 'b', 'c'].map((name) => readOne(makeLine(name), name)))
    server.faults = [
      (request, response) => {
        if (request.method !== 'POST' || !request.body.includes('b@laptop')) return false
        json(response, 401, { message: '401 Unauthorized' })
        return true
      },
    ]
    const results = await keys.import(
      ownSshKeys(gitlab),
      choices.map(({ localKeyId }) => ({ localKeyId })),
    )
    expect(outcomes(results)).toEqual(['imported', 'failed', 'not-tried'])
  })

  it('receives only the key, regardless of its comment', async () => {
    const line = keygen(inSsh('id'))
    const { localKeyId } = await readOne(`${line} a\u001b[31m\u2028b ${'c'.repeat(6000)}`)
    await importOne(keys, ownSshKeys(gitlab), { localKeyId, title: 'T' })
    const sent = JSON.parse(server.requests.at(-1)!.body) as Record<string, string>
    expect(Object.keys(sent)).toEqual(['title', 'key'])
    expect(sent['key']).toBe(`${line} a [31m b ${'c'.repeat(200 - 'a [31m b '.length)}`)
  })
})
