import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { GpgKeyLists } from '../../../shared/operations/gpg-keys.ts'
import type { SshKeyLists } from '../../../shared/operations/local-keys.ts'
import { ignoredKeyName } from '../../../shared/rules/ignored-keys.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { keygen } from './ssh/testing/key-material.ts'

let folder: string
let keychain: ReturnType<typeof createMemorySecretStore>
let sandboxes: Sandbox[]
let latchkey: TestLatchkey

function open(): TestLatchkey {
  latchkey = createTestLatchkey({ dataFolder: folder, keychain, home: folder })
  return latchkey
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-beside-'))
  mkdirSync(join(folder, '.ssh'), { mode: 0o700 })
  keychain = createMemorySecretStore()
  sandboxes = await Promise.all([
    startSeededSandbox({ users: 0, flavor: 'gitlab' }),
    startSeededSandbox({ users: 0, flavor: 'interface' }),
  ])
  open()
})
afterEach(async () => {
  await latchkey.close()
  for (const sandbox of sandboxes) await sandbox.stop()
  rmSync(folder, { recursive: true })
})

/** Gives the users different IDs, because equal IDs, names and key IDs could mean one user under another URL. */
function userOf(index: number) {
  const { url, tokens } = sandboxes[index]!
  return { url, token: index === 0 ? tokens.user : tokens.admin }
}

function signIn(index: number) {
  const { url, token } = userOf(index)
  return latchkey.signIn(url, token)
}

/** Sends a user's request directly to the instance, bypassing Latchkey. */
async function post(index: number, path: string, body: object): Promise<void> {
  const { url, token } = userOf(index)
  const answer = await fetch(`${url}/api/v4${path}`, {
    method: 'POST',
    headers: { 'private-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
}

async function sshKeys({ id }: Account): Promise<SshKeyLists> {
  await latchkey.value('localSshKeys.scan', {}, id)
  return latchkey.value<SshKeyLists>('localSshKeys.list', {}, id)
}

describe('a key already added to another account', () => {
  it('lists that account once its keys are loaded', async () => {
    const line = keygen(join(folder, '.ssh/id_ed25519'))
    for (const index of [0, 1]) await post(index, '/user/keys', { title: 'Shared', key: line })
    const here = await signIn(0)
    const otherAccount = await signIn(1)
    const shared = async (account: Account) => {
      const lists = await sshKeys(account)
      const key = lists.account.find(({ title }) => title === 'Shared')
      return [key?.otherAccounts, lists.local[0]?.otherAccounts]
    }
    expect(await shared(here)).toEqual([[], []])
    expect(await shared(otherAccount)).toEqual([[here.id], [here.id]])
    expect(await shared(here)).toEqual([[otherAccount.id], [otherAccount.id]])
  })

  it('isn’t planned for an identity of the other account, even before its keys are loaded', async () => {
    const line = keygen(join(folder, '.ssh/id_ed25519'))
    await post(0, '/user/keys', { title: 'Laptop', key: line })
    await signIn(0)
    const { id } = await latchkey.signIn(sandboxes[0]!.url, sandboxes[0]!.tokens.admin)
    const author = { name: 'Ada', email: 'ada@example.com', signs: true }
    const fields = {
      scope: 'folders',
      folders: ['~/work'],
      key: '~/.ssh/id_ed25519.pub',
      ...author,
    }
    const planned = latchkey.value('identities.planSave', fields, id)
    await expect(planned).rejects.toThrow(/signing key is on @maya\.lindqvist/)
  })

  it('is detected among GPG keys too', async () => {
    const home = join(folder, '.gnupg')
    mkdirSync(home, { mode: 0o700 })
    const gpg = (...flags: string[]) =>
      execFileSync('gpg', ['--homedir', home, '--batch', '--quiet', ...flags], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    try {
      gpg('--passphrase', '', '--quick-generate-key', 'Ada <ada@example.com>', 'ed25519')
      const key = gpg('--armor', '--export')
      for (const index of [0, 1]) await post(index, '/user/gpg_keys', { key })
      const here = await signIn(0)
      const otherAccount = await signIn(1)
      const list = ({ id }: Account) => latchkey.value<GpgKeyLists>('localGpgKeys.list', {}, id)
      await list(otherAccount)
      const { account } = await list(here)
      expect(account.map(({ otherAccounts }) => otherAccounts)).toContainEqual([otherAccount.id])
    } finally {
      execFileSync('gpgconf', ['--homedir', home, '--kill', 'all'])
    }
  })
})

describe('an ignored key', () => {
  it('stays ignored for its account only, even after a restart, until it is restored', async () => {
    keygen(join(folder, '.ssh/id_ed25519'))
    const maya = await signIn(0)
    const other = await signIn(1)
    const isIgnored = async (account: Account) =>
      (await sshKeys(account)).local[0]!.group === 'ignored'
    expect(await isIgnored(maya)).toBe(false)
    const [local] = (await sshKeys(maya)).local
    const key = ignoredKeyName('SSH', local!.fingerprint)
    await latchkey.value('attention.ignore', { key }, maya.id)
    // Items that need attention are stored separately from ignored keys.
    await latchkey.value('attention.get', {}, maya.id)
    expect([await isIgnored(maya), await isIgnored(other)]).toEqual([true, false])

    await latchkey.close()
    open()
    expect(await isIgnored(maya)).toBe(true)
    await latchkey.value('attention.restore', { keys: [key] }, maya.id)
    expect(await isIgnored(maya)).toBe(false)
  })
})
