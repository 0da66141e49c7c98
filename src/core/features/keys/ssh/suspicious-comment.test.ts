import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LocalSshKey } from '../../../../shared/operations/local-keys.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { readPublicKeys } from '../../../keys/ssh-public-key.ts'
import { importOne } from '../testing/import-one.ts'
import { type KeysServer, startKeysServer } from '../testing/keys-server.ts'
import { SshKeys, ownSshKeys } from '../ssh.ts'
import { signedIn } from './testing/account-service.ts'
import { keygen, rfc4716, tempHome } from './testing/key-material.ts'

// If a comment only mentions a private key, the file loses its comments but keeps its keys.

let home: ReturnType<typeof tempHome>
let server: KeysServer
let gitlab: GitLabClient
let keys: SshKeys
let line: string
beforeAll(async () => {
  server = await startKeysServer()
  gitlab = await signedIn(server.url)
})
afterAll(() => server.stop())
beforeEach(() => {
  home = tempHome()
  server.keys.length = 0
  server.requests.length = 0
  keys = new SshKeys({ home: home.home, hostName: 'laptop', now: currentTime })
  line = keygen(join(home.home, 'key'))
})
afterEach(() => home.remove())

const readOne = async (text: string) =>
  (await keys.read([{ name: 'work.pub', text }]))[0] as LocalSshKey

const innocent = [
  'Begin 2024: private key in the safe',
  'begin with this private key on the Nitrokey 🔑',
  'age secret key 1',
  'signify secret key of Ada',
  'PuTTY-User-Key-File-3 copy',
  'private lines: 2',
  'ＢＥＧＩＮ private key',
]

describe.each(innocent)('a key with the comment “%s”', (comment) => {
  it('is imported without the comment, and the UI shows that', async () => {
    const row = await readOne(`${line} ${comment}\n`)
    expect(row).toMatchObject({
      kind: 'key',
      lostComment: true,
      comment: '',
      title: 'work (laptop)',
    })
    expect(row.publicKey).toBe(line)
    const { localKeyId } = row
    expect(await importOne(keys, ownSshKeys(gitlab), { localKeyId })).toMatchObject({
      outcome: 'imported',
    })
    expect(server.bytes()).toContain(line)
    expect(server.bytes()).not.toContain(comment)
  })
})

describe('words that look like a private key', () => {
  it('remove the comments of all keys in the file', async () => {
    const other = keygen(join(home.home, 'other'))
    writeFileSync(join(home.ssh, 'both.pub'), `${line} ${innocent[0]}\n${other} ada@home\n`)
    expect(await keys.scan()).toMatchObject([
      { kind: 'key', lostComment: true, comment: '', title: 'both (laptop)', publicKey: line },
      { kind: 'key', lostComment: true, comment: '', title: 'both (laptop)', publicKey: other },
    ])
  })

  it("don't affect keys in other files", async () => {
    writeFileSync(join(home.ssh, 'a.pub'), `${line} ${innocent[0]}\n`)
    writeFileSync(join(home.ssh, 'b.pub'), `${keygen(join(home.home, 'other'))} ada@home\n`)
    const rows = (await keys.scan()) as LocalSshKey[]
    expect(rows).toMatchObject([{ lostComment: true }, { comment: 'ada@home', title: 'ada@home' }])
    expect(rows[1]!.lostComment).toBeUndefined()
  })

  it.each([
    ['on a separate line', () => `# ${innocent[0]}\n${line} ada`],
    ['in an option', () => `command="begin private key" ${line} ada`],
  ])('also remove the key’s comment if they are %s', async (_, text) => {
    expect(await readOne(text())).toMatchObject({
      kind: 'key',
      lostComment: true,
      comment: '',
      title: 'work (laptop)',
    })
  })

  it("aren't reported if the key had no comment", async () => {
    const row = await readOne(`# ${innocent[0]}\n${line}`)
    expect(row).toMatchObject({ kind: 'key', comment: '' })
    expect(row.lostComment).toBeUndefined()
  })

  it('also remove an RFC 4716 block’s comment', async () => {
    expect(await readOne(rfc4716(line, [`Comment: "${innocent[0]}"`]))).toMatchObject({
      kind: 'key',
      lostComment: true,
    })
  })

  it("remove the comment of an agent's key", async () => {
    const [key] = readPublicKeys(`${line} ${innocent[0]}`).keys
    const withAgent = new SshKeys({
      home: home.home,
      hostName: 'laptop',
      now: currentTime,
      agentKeys: async () => [{ agent: 'SSH agent', key: key! }],
    })
    expect(await withAgent.scan()).toMatchObject([
      { kind: 'key', agent: 'SSH agent', lostComment: true, comment: '' },
    ])
  })

  it('are rejected as a title, and the message identifies the key', async () => {
    const { localKeyId } = await readOne(line)
    const choice = { localKeyId, title: innocent[0]! }
    expect(await importOne(keys, ownSshKeys(gitlab), choice)).toMatchObject({
      outcome: 'failed',
      failure: { message: expect.stringMatching(/title/i), hint: 'Change the title.' },
    })
    expect(server.asked()).toEqual(['GET /user/keys'])
  })
})

describe('a fragmented private key next to a suspicious word', () => {
  const pieces = () => {
    const pkcs8 = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' })
    return pkcs8.toString('base64').replaceAll(/.{7}/g, '$&-')
  }
  const unknown = 'Qm9vZ2ll.V29vZ2l.lQm9vZ2l.lV29vZ2l.lQm9vZ2l.l'

  it.each([
    ['a line', (comment: string) => `# BEGIN PRIVATE KEY\n${line} ${comment}\n`],
    ['an option', (comment: string) => `command="BEGIN PRIVATE KEY" ${line} ${comment}\n`],
  ])('never leaves this computer as a comment or title: %s', async (_, text) => {
    expect(await readOne(text(pieces()))).toMatchObject({ kind: 'refused', secret: true })
    expect(await readOne(text(unknown))).toMatchObject({
      kind: 'key',
      comment: '',
      title: 'work (laptop)',
      publicKey: line,
    })
  })

  it.each([
    ['encrypted PEM', () => `# ${encryptedPem()}`],
    ['PEM in short lines', () => `# ${encryptedPem().replaceAll(/.{16}/g, '$&\n')}`],
    ['a PuTTY file', () => `# PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: aes256-cbc`],
  ])("makes the file's key unusable if only its header is in a comment: %s", async (_, text) => {
    for (const content of [`${line} ada\n${text()}`, `${text()}\n${line} ada`])
      expect(await readOne(content)).toMatchObject({ kind: 'refused', secret: true })
  })

  /** In the pre-PKCS#8 format, whose body has no recognizable structure. */
  function encryptedPem(): string {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const seal = { cipher: 'aes-256-cbc', passphrase: 'x' }
    return privateKey.export({ type: 'pkcs1', format: 'pem', ...seal }).toString()
  }
})

describe('a comment that may contain a private key', () => {
  it.each([
    ['a run of letters', `begin private key ${'Qm9vZ2llV29vZ2ll'.repeat(3)}`],
    ['an age key', `AGE-SECRET-KEY-1${'Q'.repeat(58)}`],
  ])('causes its key to be rejected and listed: %s', async (_, comment) => {
    expect(await readOne(`${line} ${comment}\n`)).toMatchObject({
      kind: 'refused',
      secret: true,
      message: expect.stringContaining('The comment'),
      hint: 'Remove the comment and try again.',
    })
  })
})
