import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { generateKey, readKey } from 'openpgp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import type { LocalGpgKey } from '../../../../shared/operations/gpg-keys.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { signedIn } from '../ssh/testing/account-service.ts'
import { ed448Key } from './testing/ed448-key.ts'
import { GpgKeys, ownGpgKeys } from '../gpg.ts'
import { type GpgHome, aDayAgo, tempGpgHome } from './testing/gpg-home.ts'

// Public keys of every kind that GnuPG creates, in every form that users may provide.

let home: GpgHome
let sandbox: Sandbox
let user: GitLabClient
let keys: GpgKeys
beforeAll(async () => {
  home = tempGpgHome()
  sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
  user = await signedIn(sandbox.url, sandbox.tokens.user)
  keys = new GpgKeys({ gpg: home.program, now: currentTime })
})
afterAll(async () => {
  await sandbox.stop()
  home.remove()
})

const inBase64 = (content: string | Buffer) => Buffer.from(content).toString('base64')
const readRows = (content: string | Buffer) =>
  keys.read([{ name: 'key.asc', base64: inBase64(content) }])
const importRow = async ({ localKeyId }: Pick<LocalGpgKey, 'localKeyId'>) =>
  (await keys.import(ownGpgKeys(user), [{ localKeyId }]))[0]!
const onAccount = async (fingerprint: string) =>
  (await keys.list(ownGpgKeys(user))).account.find(
    ({ details }) => details?.fingerprint === fingerprint,
  )

const algorithms = [
  'rsa2048',
  'dsa2048',
  'ed25519',
  'nistp256',
  'nistp384',
  'nistp521',
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
  'secp256k1',
]

describe.each(algorithms)('a gpg key on %s', (algorithm) => {
  it('is parsed, imported, and parsed again from the account', async () => {
    const userId = `Ada <ada@${algorithm.toLowerCase()}.example>`
    const fingerprint = home.generate(userId, algorithm, 'default', '2y')
    const [row] = await readRows(home.exported(fingerprint))
    expect(row).toMatchObject({
      kind: 'key',
      fingerprint,
      userIds: [{ text: userId, revoked: false }],
      capabilities: expect.arrayContaining(['sign']),
      expires: expect.any(String),
    })
    expect(row).not.toHaveProperty('unchecked', true)
    expect(await importRow(row as LocalGpgKey)).toMatchObject({ outcome: 'imported' })
    expect((await onAccount(fingerprint))?.details?.userIds).toMatchObject([{ text: userId }])
  })

  it('drops user IDs without a valid self-signature', async () => {
    const own = home.gpg('--export', `ada@${algorithm.toLowerCase()}.example`)
    const forged = Buffer.from(own.toString('latin1').replace('Ada <', 'Eve <'), 'latin1')
    expect(forged.equals(own)).toBe(false)
    expect(await readRows(forged)).toMatchObject([
      { kind: 'refused', message: expect.stringContaining('self-signed') },
    ])
  })
})

describe('a revoked and an expired Brainpool key', () => {
  it('are marked as revoked or expired', async () => {
    const revoked = home.generate('Revoked <r@brainpool.example>', 'brainpoolP256r1')
    home.revoke(revoked)
    const past = ['--faked-system-time', '20240101T000000']
    const expired = home.generate('Old <o@bp.example>', 'brainpoolP384r1', 'default', '1d', ...past)
    expect(await readRows(home.exported(revoked))).toMatchObject([{ revoked: true }])
    expect(await readRows(home.exported(expired))).toMatchObject([{ expired: true }])
  })
})

describe.each([4, 5] as const)('an Ed448 key in version %i', (version) => {
  it("is parsed and imported with a note that its signatures weren't verified", async () => {
    const userId = `Ada <ada@v${version}.example>`
    const block = ed448Key(userId, version)
    const [row] = (await readRows(block)) as LocalGpgKey[]
    expect(row).toMatchObject({
      kind: 'key',
      unchecked: true,
      fingerprint: expect.stringMatching(version === 4 ? /^[0-9A-F]{40}$/ : /^[0-9A-F]{64}$/),
      created: '2025-06-15T15:06:40.000Z',
      capabilities: ['certify', 'sign'],
      userIds: [{ text: userId, email: `ada@v${version}.example`, revoked: false }],
      subkeys: [{ capabilities: ['encrypt'] }],
    })
    expect(await importRow(row!)).toMatchObject({ outcome: 'imported' })
    const listed = await onAccount(row!.fingerprint)
    expect(listed?.details).toMatchObject({ unchecked: true, userIds: [{ text: userId }] })
  })
})

describe('a key type introduced by RFC 9580', () => {
  it.each(['curve25519', 'curve448'] as const)('is parsed with %s in version 6', async (type) => {
    const { publicKey } = await generateKey({
      userIDs: [{ name: 'Ada', email: 'ada@v6.example' }],
      type,
      date: new Date(currentTime() - 60_000),
      config: { v6Keys: true },
    })
    const { keyPacket } = await readKey({ armoredKey: publicKey })
    expect(keyPacket).toMatchObject({ version: 6 })
    expect(await readRows(publicKey)).toMatchObject([
      { kind: 'key', userIds: [{ text: 'Ada <ada@v6.example>' }] },
    ])
  })
})

describe('a user ID that is not UTF-8', () => {
  const text = 'Zoë Müller <zoe@latin.example>'
  let fingerprint: string
  beforeAll(() => {
    fingerprint = generateInLatin1(home, String.raw`Zo\0353 M\0374ller <zoe@latin.example>`)
  })

  it('is encoded in Latin-1', () => {
    const bytes = home.gpg('--export', fingerprint)
    expect(bytes.includes(Buffer.from(text, 'latin1'))).toBe(true)
  })

  it("is decoded as Latin-1 from a file, gpg's list and the account", async () => {
    const exported = home.gpg('--armor', '--export', fingerprint)
    const [row] = await readRows(exported)
    const named = { fingerprint, userIds: [{ text, email: 'zoe@latin.example' }] }
    expect(row).toMatchObject({ kind: 'key', ...named })
    const { keys: listed } = await keys.scan()
    expect(listed.find((key) => key.fingerprint === fingerprint)).toMatchObject(named)
    expect(await importRow(row as LocalGpgKey)).toMatchObject({ outcome: 'imported' })
    const { local } = await keys.list(ownGpgKeys(user))
    expect(local.filter((key) => key.fingerprint === fingerprint)).toMatchObject([
      { group: 'on-account', files: ['gpg', 'key.asc'] },
    ])
    const key = await onAccount(fingerprint)
    expect(key?.newer).toBeUndefined()
    expect(key?.details).toMatchObject(named)
  })
})

describe('a block', () => {
  let block: string
  let fingerprint: string
  beforeAll(() => {
    fingerprint = home.generate('Block <block@forms.example>')
    block = home.exported(fingerprint)
  })

  const withHeader = (header: string) => block.replace('\n\n', `\n${header}\n\n`)
  const forms: [name: string, form: () => string | Buffer][] = [
    ['behind a byte order mark', () => `\uFEFF${block}`],
    ['behind a zero-width space', () => `\u200B${block}`],
    ['with zero-width spaces in its lines', () => block.replaceAll(/^.{20}/gm, '$&\u200B')],
    ['with soft hyphens in its lines', () => block.replaceAll(/^[A-Za-z].{20}/gm, '$&\u00AD')],
    ['with no-break spaces in its first line', () => block.replace(/^.*$/m, nonBreaking)],
    ['with a header that has a hyphen', () => withHeader('X-Made-By: somebody')],
    ['with two headers and one that is empty', () => withHeader('Charset: utf-8\nComment: ')],
    ['with a header in another script', () => withHeader('Kommentar: für Zoë 🔑')],
    ['with CRLF', () => block.replaceAll('\n', '\r\n')],
    ['with CR', () => block.replaceAll('\n', '\r')],
    ['indented', () => block.replaceAll(/^/gm, '\t  ')],
    ['quoted in a mail', () => block.replaceAll(/^/gm, '> > ')],
    ['in a signed mail', () => block.replaceAll(/^-/gm, '- -')],
    ['with a header about a private key', () => withHeader('Comment: private key in the safe')],
    ['below words about a private key', () => `I begin with my private key:\n${block}`],
    ['between sentences', () => `Here is my key: \n\n${block}\nBye: Ada`],
    ['in UTF-16', () => Buffer.from(`\uFEFF${block}`, 'utf16le')],
    ['without its packets’ armor', () => home.gpg('--export', fingerprint)],
  ]
  it.each(forms)('is parsed %s', async (_, form) => {
    expect(await readRows(form())).toMatchObject([{ kind: 'key', fingerprint }])
  })

  it('is parsed even next to a malformed block, and that block is reported', async () => {
    const broken = block.replace(/^[A-Za-z0-9+/]{20}/m, '')
    expect(await readRows(`${broken}\n${block}\n${block.slice(0, 200)}`)).toMatchObject([
      { kind: 'refused', secret: false },
      { kind: 'key', fingerprint },
      { kind: 'refused', secret: false, message: expect.stringContaining('incomplete') },
    ])
  })

  it('is rejected and reported if a user ID looks like a private key', async () => {
    const named = home.exported(home.generate('Begin private key <words@forms.example>'))
    expect(await readRows(named)).toMatchObject([
      {
        kind: 'refused',
        secret: true,
        message: expect.stringContaining('user ID'),
        hint: expect.stringMatching(/another user ID .*“gpg --edit-key EMAIL”/),
      },
    ])
  })

  it('is rejected when it follows a disguised encrypted private key with a visible header', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const seal = { cipher: 'aes-256-cbc', passphrase: 'x' }
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...seal }).toString()
    const disguised = pem.replaceAll(/^[A-Za-z0-9+/=]+$/gm, (body) =>
      body.replaceAll(/.{7}/g, '$&-'),
    )
    expect(await readRows(`${disguised}\n${block}`)).toMatchObject([
      { kind: 'refused', secret: true },
    ])
  })

  it('is reported once when many blocks are malformed for the same reason', async () => {
    const begin = '-----BEGIN PGP PUBLIC KEY BLOCK-----\n'
    expect(await readRows(`${begin.repeat(10_000)}${block}`)).toMatchObject([
      { kind: 'refused', message: expect.stringContaining('incomplete') },
      { kind: 'key', fingerprint },
    ])
  })

  it('is rejected along with its file if any block is a disguised private key', async () => {
    const secret = home.gpg('--export-secret-keys', fingerprint).toString('base64')
    const disguised = `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${secret}\n-----END PGP PUBLIC KEY BLOCK-----\n`
    expect(await readRows(`${block}\n${disguised}`)).toMatchObject([
      { kind: 'refused', secret: true },
    ])
  })
})

function nonBreaking(line: string): string {
  return line.replaceAll(' ', '\u00A0')
}

/** Node passes arguments as UTF-8, whereas a shell passes them unchanged. */
function generateInLatin1({ path, gpg }: GpgHome, escapedUserId: string): string {
  const script = 'exec gpg "$@" "$(printf %b "$NAME")" ed25519 default never'
  const options = ['--batch', '--charset', 'utf-8', '--pinentry-mode', 'loopback', '--passphrase']
  execFileSync('sh', ['-c', script, 'gpg', ...options, '', ...aDayAgo(), '--quick-generate-key'], {
    env: { PATH: process.env.PATH, GNUPGHOME: path, NAME: escapedUserId },
    stdio: 'ignore',
  })
  const listing = gpg('--with-colons', '--list-keys', 'zoe@latin.example').toString('latin1')
  return /^fpr:+([0-9A-F]+):/m.exec(listing)![1]!
}
