import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../../sandbox/testing/seeded-sandbox.ts'
import { currentTime } from '../../../../shared/rules/clock.ts'
import { user } from '../../../../shared/gitlab/current-user.ts'
import { emails } from '../../../../shared/gitlab/emails.ts'
import { gpgKeys } from '../../../../shared/gitlab/gpg-keys.ts'
import { readGitSigner } from '../../../computer/survey/gpg-signing.ts'
import { FailureError } from '../../../platform/failure.ts'
import { textOf } from '../../../platform/messages.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { signedIn } from '../ssh/testing/account-service.ts'
import { json } from '../../../testing/http-server.ts'
import { GpgKeys, ownGpgKeys } from '../gpg.ts'
import type { GpgProgram } from './gpg-program.ts'
import { type GpgHome, fakeGpg, tempGpgHome } from './testing/gpg-home.ts'
import { type KeysServer, onNext, startKeysServer } from '../testing/keys-server.ts'

let home: GpgHome
beforeEach(() => {
  home = tempGpgHome()
})
afterEach(() => home.remove())

function keysWith(otherAccounts: GitLabClient[] = []): GpgKeys {
  return new GpgKeys({ gpg: home.program, now: currentTime, otherAccounts: () => otherAccounts })
}

const choicesOf = (ids: readonly string[]) => ids.map((localKeyId) => ({ localKeyId }))

/** Runs a scan and returns the local key IDs by fingerprint. */
async function scanned(keys: GpgKeys): Promise<Map<string, string>> {
  const { gpg, keys: found } = await keys.scan()
  expect(gpg).toEqual({ state: 'ready', message: '' })
  return new Map(found.map((key) => [key.fingerprint, key.localKeyId]))
}

describe('GpgKeys', () => {
  let sandbox: Sandbox
  let gitlab: GitLabClient
  beforeAll(async () => {
    sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    gitlab = await signedIn(sandbox.url, sandbox.tokens.user)
  })
  afterAll(() => sandbox.stop())

  it('imports all gpg keys, and reports them as already added the second time', async () => {
    const fingerprints = [
      home.generate('Ada <ada@example.com>'),
      home.generate('Ada at work <ada@work.example>', 'rsa2048', 'sign', '1y'),
    ]
    const keys = keysWith()
    const ids = [...(await scanned(keys)).values()]
    const results = await keys.import(ownGpgKeys(gitlab), choicesOf(ids))
    expect(results.map(({ outcome }) => outcome)).toEqual(['imported', 'imported'])
    const listedKeys = await gitlab.all(gpgKeys.list, {})
    expect(results.map((result) => 'key' in result && result.key)).toEqual(
      listedKeys.slice(-2).toSorted((a, b) => a.id - b.id),
    )
    for (const result of await keys.import(ownGpgKeys(gitlab), choicesOf(ids))) {
      expect(result).toMatchObject({ outcome: 'taken', where: 'this-account' })
    }
    const { local, account } = await keys.list(ownGpgKeys(gitlab))
    expect(local.map(({ group, fingerprint }) => [group, fingerprint])).toEqual(
      fingerprints.map((fingerprint) => ['on-account', fingerprint]),
    )
    expect(account.filter(({ copy }) => copy)).toHaveLength(2)
  })

  it('marks user IDs that match an account email, and whether it is confirmed', async () => {
    const { email } = await gitlab.call(user.get, {})
    const waiting = 'waiting@example.com'
    await gitlab.call(emails.add, { email: waiting })
    home.generate(`Me <${email!.toUpperCase()}>`)
    home.generate(`Waiting <${waiting}>`)
    home.generate('Stranger <nobody@elsewhere.example>')
    home.generate('No address')
    const keys = keysWith()
    await keys.scan()
    const { local } = await keys.list(ownGpgKeys(gitlab))
    const shown = local.map(({ userIds, unverified }) => [userIds[0]!.address, unverified?.text])
    expect(local.map(({ unverified }) => unverified?.email)).toEqual([
      ...[undefined, waiting, 'nobody@elsewhere.example', undefined],
    ])
    expect(shown).toEqual([
      ['confirmed', undefined],
      ['unconfirmed', expect.stringContaining(`${waiting} is not confirmed`)],
      ['not-on-account', expect.stringContaining('stay unverified')],
      ['none', expect.stringContaining('stay unverified')],
    ])
  })

  it("reports who has a key that's in use: another account here or someone else", async () => {
    const admin = await signedIn(sandbox.url, sandbox.tokens.admin)
    home.generate('Taken <taken@example.com>')
    const theirs = keysWith()
    const [id] = (await scanned(theirs)).values()
    expect(await theirs.import(ownGpgKeys(admin), choicesOf([id!]))).toMatchObject([
      { outcome: 'imported' },
    ])

    const knowing = keysWith([admin])
    const [sameId] = (await scanned(knowing)).values()
    expect(await knowing.import(ownGpgKeys(gitlab), choicesOf([sameId!]))).toMatchObject([
      { outcome: 'taken', where: 'another-account', account: admin.account },
    ])
    const alone = keysWith()
    const [again] = (await scanned(alone)).values()
    expect(await alone.import(ownGpgKeys(gitlab), choicesOf([again!]))).toMatchObject([
      { outcome: 'taken', where: 'somebody-else' },
    ])
  })

  it('renews a key with a new subkey and another expiry', async () => {
    const fingerprint = home.generate('Ada <ada@renew.example>', 'ed25519', 'sign', '1y')
    const keys = keysWith()
    const id = (await scanned(keys)).get(fingerprint)!
    const [imported] = await keys.import(ownGpgKeys(gitlab), choicesOf([id]))
    const keyId = imported?.outcome === 'imported' ? imported.key.id : expect.fail('not there')
    expect(await keys.renew(gitlab, keyId, { localKeyId: id })).toMatchObject({
      outcome: 'unchanged',
    })
    const oldBlock = home.exported(fingerprint)

    home.gpg('--quick-add-key', fingerprint, 'cv25519', 'encr')
    home.gpg('--quick-set-expire', fingerprint, '3y')
    const changed = (await keys.list(ownGpgKeys(gitlab))).account.find(({ id }) => id === keyId)
    expect(changed!.newer?.localKeyId).toBe(id)
    expect(changed!.newer?.changes).toEqual([
      expect.stringMatching(/^expires .*\d{4}/),
      expect.stringMatching(/^new subkey [0-9A-F]{16} to encrypt$/),
    ])
    const renewal = await keys.renew(gitlab, keyId, { localKeyId: id })
    if (renewal.outcome !== 'renewed') expect.fail()
    expect(renewal.key.id).not.toBe(keyId)
    const newer = async () => {
      const { account } = await keys.list(ownGpgKeys(gitlab))
      return account.filter((key) => key.copy).map((key) => [key.id, key.newer])
    }
    expect(await newer()).toEqual([[renewal.key.id, undefined]])
    // The account's copy is now newer than the old local one.
    const [old] = await keys.read([{ name: 'old.asc', text: oldBlock }])
    if (old?.kind !== 'key') expect.fail()
    expect(await newer()).toEqual([[renewal.key.id, undefined]])
    expect(await keys.renew(gitlab, renewal.key.id, { localKeyId: old.localKeyId })).toMatchObject({
      outcome: 'unchanged',
    })
  })
})

describe('renewing a key that git signs with', () => {
  let server: KeysServer
  let gitlab: GitLabClient
  let fingerprint: string
  let signer: GpgProgram
  beforeEach(async () => {
    signer = home.program
    server = await startKeysServer()
    gitlab = await signedIn(server.url)
    fingerprint = home.generate('Ada <ada@example.com>', 'ed25519', 'sign', '1y')
  })
  afterEach(() => server.stop())

  /** A renewal of the uploaded key, whose local copy has a later expiry, with these git settings. */
  async function renewal(...settings: [name: string, value: string][]) {
    const environment = {
      PATH: process.env.PATH,
      HOME: home.path,
      GNUPGHOME: home.path,
      GIT_CONFIG_NOSYSTEM: '1',
    }
    for (const setting of settings) {
      execFileSync('git', ['config', '--global', ...setting], { env: environment })
    }
    const find = (name: string) => signer.findSigningKey(name)
    const keys = new GpgKeys({
      gpg: home.program,
      now: currentTime,
      gitSigner: () => readGitSigner({ home: home.path, environment }, find),
    })
    const localKeyId = (await scanned(keys)).get(fingerprint)!
    await keys.import(ownGpgKeys(gitlab), choicesOf([localKeyId]))
    home.gpg('--quick-set-expire', fingerprint, '3y')
    server.requests.length = 0
    return (more?: { replace_used: boolean }) =>
      keys.renew(gitlab, server.keys[0]!.id, { localKeyId, ...more })
  }
  const sentWrites = () => server.asked().filter((line) => !line.startsWith('GET'))

  it.each(['ada@example.com', 'fingerprint'])(
    'is refused for user.signingkey = %s, unless asked',
    async (setting) => {
      const name = setting === 'fingerprint' ? fingerprint : setting
      const renew = await renewal(['user.signingkey', name])
      const error: unknown = await renew().catch((refusal: unknown) => refusal)
      if (!(error instanceof FailureError)) expect.fail('it succeeded')
      expect(error.failure).toMatchObject({ kind: 'conflict', reason: 'key-in-use' })
      expect(textOf(error.failure.message)).toBe(
        `Git on this computer signs with this key: user.signingkey is “${name}”.`,
      )
      expect(sentWrites()).toEqual([])
      expect(await renew({ replace_used: true })).toMatchObject({ outcome: 'renewed' })
    },
  )

  it.each<[string, () => unknown, RegExp]>([
    [
      'git rejects its configuration',
      () => appendFileSync(join(home.path, '.gitconfig'), '[user\n'),
      /isn’t known whether .*: .*bad config/,
    ],
    [
      'gpg doesn’t respond',
      () => (signer = fakeGpg(home.path, 'echo "gpg: no agent" >&2; exit 2')),
      /isn’t known whether .*: .*no agent/,
    ],
  ])('is refused if %s, unless asked', async (_, fail, text) => {
    const renew = await renewal(['user.signingkey', 'ada@example.com'])
    fail()
    const error: unknown = await renew().catch((refusal: unknown) => refusal)
    if (!(error instanceof FailureError)) expect.fail('it succeeded')
    expect(error.failure).toMatchObject({ kind: 'conflict', reason: 'key-in-use' })
    expect(textOf(error.failure.message)).toMatch(text)
    expect(sentWrites()).toEqual([])
  })

  it('doesn’t ask if git signs with another GPG key', async () => {
    const other = home.generate('Grace <grace@example.com>', 'ed25519', 'sign')
    const renew = await renewal(['user.signingkey', other])
    expect(await renew()).toMatchObject({ outcome: 'renewed' })
  })

  it('doesn’t ask if git signs with SSH keys', async () => {
    const renew = await renewal(['user.signingkey', fingerprint], ['gpg.format', 'ssh'])
    expect(await renew()).toMatchObject({ outcome: 'renewed' })
  })
})

describe('files', () => {
  it('are parsed as armor and binary, with several keys and surrounding text', async () => {
    const firstFingerprint = home.generate('One <one@example.com>')
    const two = home.generate('Two <two@example.com>', 'rsa2048')
    const keys = keysWith()
    const block = home.exported(firstFingerprint)
    const rows = await keys.read([
      { name: 'one.asc', text: `Hello,\r\nhere it is:\r\n${block.replaceAll('\n', '\r\n')}Bye` },
      { name: 'both.asc', text: `\uFEFF${block}\n${home.exported(two)}` },
      { name: 'ring.gpg', base64: home.gpg('--export').toString('base64') },
      { name: 'utf16.asc', base64: Buffer.from(`\uFEFF${block}`, 'utf16le').toString('base64') },
    ])
    expect(rows.map((row) => [row.file, row.kind === 'key' && row.fingerprint])).toEqual([
      ['one.asc', firstFingerprint],
      ['both.asc', firstFingerprint],
      ['both.asc', two],
      ['ring.gpg', firstFingerprint],
      ['ring.gpg', two],
      ['utf16.asc', firstFingerprint],
    ])
  })

  it('get their own explanation if they don’t contain a complete key', async () => {
    const block = home.exported(home.generate('One <one@example.com>'))
    const signature = home.gpg(
      '--armor',
      '--detach-sign',
      '--output',
      '-',
      '--',
      `${home.path}/pubring.kbx`,
    )
    const rows = await keysWith().read([
      { name: 'empty.asc', text: ' \n' },
      { name: 'half.asc', text: block.slice(0, 300) },
      { name: 'cut.asc', text: block.replace(/\n.{64}\n/, '\n') },
      { name: 'cut.gpg', base64: home.gpg('--export').subarray(0, 150).toString('base64') },
      { name: 'ssh.pub', text: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGNwvhKUOEGSvd2eNqIE ada' },
      { name: 'file.sig', text: signature.toString() },
      { name: 'photo.gpg', base64: Buffer.from('\x89PNG\r\n\x1a\n____').toString('base64') },
      { name: 'large.asc', text: 'x'.repeat(512 * 1024 + 1) },
    ])
    expect(rows.map((row) => row.kind !== 'key' && row.message)).toEqual([
      'empty.asc: No content.',
      'half.asc: This key is incomplete.',
      expect.stringMatching(/^cut\.asc: /),
      'cut.gpg: This key is incomplete.',
      'ssh.pub: SSH key, not a GPG key.',
      'file.sig: PGP signature, not a key.',
      expect.stringMatching(/^photo\.gpg: /),
      'large.asc: Too large for a key file. The limit is 512 KiB.',
    ])
  })
})

describe('a failing renewal', () => {
  let server: KeysServer
  let gitlab: GitLabClient
  let keys: GpgKeys
  let localKeyId: string
  let keyId: number
  let before: string
  beforeEach(async () => {
    server = await startKeysServer()
    gitlab = await signedIn(server.url)
    const fingerprint = home.generate('Ada <ada@example.com>', 'ed25519', 'sign')
    keys = keysWith()
    localKeyId = (await scanned(keys)).get(fingerprint)!
    await keys.import(ownGpgKeys(gitlab), choicesOf([localKeyId]))
    keyId = server.keys[0]!.id
    before = server.keys[0]!.key
    home.gpg('--quick-add-key', fingerprint, 'cv25519', 'encr')
    server.requests.length = 0
  })
  afterEach(() => server.stop())

  const refuse = onNext('POST', (response) => json(response, 400, { message: { key: ['no'] } }))
  const lose = onNext('POST', (response) => void response.destroy())

  it('restores the old key if the instance rejects the new one', async () => {
    server.faults = [refuse]
    expect(await keys.renew(gitlab, keyId, { localKeyId })).toMatchObject({
      outcome: 'restored',
      key: { key: before },
      failure: { kind: 'invalid' },
    })
    expect(server.keys.map(({ key }) => key)).toEqual([before])
  })

  it("returns the old key block if it can't be restored either", async () => {
    server.faults = [refuse, refuse]
    const renewal = await keys.renew(gitlab, keyId, { localKeyId })
    expect(renewal).toMatchObject({ outcome: 'lost', backup: { publicKey: before } })
    if (renewal.outcome !== 'lost') expect.fail()
    expect(server.keys).toEqual([])
    // The block can still be imported.
    expect(
      await keys.import(ownGpgKeys(gitlab), choicesOf([renewal.backup.localKeyId])),
    ).toMatchObject([{ outcome: 'imported' }])
    expect(server.keys.map(({ key }) => key)).toEqual([before])
  })

  it('checks for the new key after a lost response instead of repeating the request', async () => {
    server.faults = [
      (request, response) => {
        if (request.method !== 'POST') return false
        server.keys.push({ id: 99, ...(JSON.parse(request.body) as { key: string }) })
        response.destroy()
        return true
      },
    ]
    expect(await keys.renew(gitlab, keyId, { localKeyId })).toMatchObject({
      outcome: 'renewed',
      key: { id: 99 },
    })
    expect(server.asked().filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })

  it('reports an unknown outcome and the key block if the list is unreadable', async () => {
    const down = () => onNext('GET', (response) => json(response, 503, {}))
    // The key itself is read first.
    server.faults = [
      lose,
      (request, response) => request.url.includes('gpg_keys?') && down()(request, response),
      (request, response) => request.url.includes('gpg_keys?') && down()(request, response),
      (request, response) => request.url.includes('gpg_keys?') && down()(request, response),
    ]
    expect(await keys.renew(gitlab, keyId, { localKeyId })).toMatchObject({
      outcome: 'unsure',
      backup: { publicKey: before },
    })
  })

  it('deletes nothing if the deletion is rejected or the keys differ', async () => {
    server.faults = [onNext('DELETE', (response) => json(response, 403, { message: 'no' }))]
    await expect(keys.renew(gitlab, keyId, { localKeyId })).rejects.toThrow('No.')
    const other = home.generate('Grace <grace@example.com>')
    const otherId = (await scanned(keys)).get(other)!
    await expect(keys.renew(gitlab, keyId, { localKeyId: otherId })).rejects.toThrow(
      'different keys',
    )
    expect(server.keys).toHaveLength(1)
  })

  it('rejects a second renewal while one is running', async () => {
    const first = keys.renew(gitlab, keyId, { localKeyId })
    await expect(keys.renew(gitlab, keyId, { localKeyId })).rejects.toThrow('already being changed')
    expect(await first).toMatchObject({ outcome: 'renewed' })
    expect(server.asked().filter((line) => /^(POST|DELETE)/.test(line))).toHaveLength(2)
  })
})

describe('a GPG key import', () => {
  it('stops at failures that affect all keys, and continues after others', async () => {
    const server = await startKeysServer()
    const gitlab = await signedIn(server.url)
    for (const name of ['One', 'Two', 'Three', 'Four']) home.generate(name)
    const keys = keysWith()
    const ids = [...(await scanned(keys)).values()]
    server.faults = [
      onNext('POST', (response) => json(response, 400, { message: { key: ['is forbidden'] } })),
      onNext('POST', (response) => json(response, 401, { message: '401 Unauthorized' })),
    ]
    const results = await keys.import(ownGpgKeys(gitlab), choicesOf(['unknown', ...ids]))
    expect(results).toMatchObject([
      { outcome: 'failed', failure: { kind: 'not-found' } },
      { outcome: 'failed', failure: { kind: 'invalid' } },
      { outcome: 'failed', failure: { kind: 'unauthorized' } },
      { outcome: 'not-tried' },
      { outcome: 'not-tried' },
    ])
    await server.stop()
  })
})
