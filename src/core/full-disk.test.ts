import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../sandbox/start.ts'
import { startSeededSandbox } from '../sandbox/testing/seeded-sandbox.ts'
import type { Account, AccountsSnapshot } from '../shared/operations/accounts.ts'
import type { UnformattedFailure } from './platform/failure.ts'
import { fillDisk } from './platform/files/testing/full-disk.ts'
import type { SecretStore } from './platform/keychain/secret-store.ts'
import { createMemorySecretStore } from './platform/keychain/memory-secret-store.ts'
import { json, startServer } from './testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

// Runs the entire application on a disk with no space left for documents. Changes on GitLab are still reported, and
// signing in or out either succeeds or fails completely.

const isFull = 'Couldn’t save accounts.json on this computer: the disk is full.'

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 20 })))
afterAll(() => sandbox.stop())

let dataFolder: string
let keychain: SecretStore & { names: Set<string> }
let latchkey: TestLatchkey
let unsaved: UnformattedFailure[]
const instances: TestLatchkey[] = []
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-full-disk-'))
  keychain = watched(createMemorySecretStore())
  latchkey = open()
  unsaved = []
  latchkey.on('unsaved', (failure) => unsaved.push(failure))
})
afterEach(async () => {
  await Promise.all(instances.splice(0).map((instance) => instance.close()))
  rmSync(dataFolder, { recursive: true })
})

function open(): TestLatchkey {
  const instance = createTestLatchkey({ dataFolder, keychain })
  instances.push(instance)
  return instance
}

/** A keychain that exposes the names of its items. */
function watched(store: SecretStore): SecretStore & { names: Set<string> } {
  const names = new Set<string>()
  return {
    ...store,
    names,
    async set(name, secret) {
      names.add(name)
      await store.set(name, secret)
    },
    async remove(name) {
      names.delete(name)
      await store.remove(name)
    },
  }
}

const signIn = () => latchkey.signIn(sandbox.url, sandbox.tokens.user)
const accountsOf = async (instance: TestLatchkey) =>
  (await instance.value<AccountsSnapshot>('accounts.list')).accounts
/** Puts a folder in place of the file, so a prepared document can't be committed. */
function obstructAccountsFile(): void {
  const path = join(dataFolder, 'accounts.json')
  rmSync(path, { force: true })
  mkdirSync(path)
  writeFileSync(join(path, 'in the way'), '')
}

describe.runIf(process.platform === 'linux')('full disk', () => {
  it('rolls back a failed sign-in, leaving no account and no token in the keychain', async () => {
    fillDisk(dataFolder, 'accounts.json')
    const input = { baseUrl: sandbox.url, token: sandbox.tokens.user }
    expect(await latchkey.failure('accounts.add', input)).toMatchObject({ message: isFull })
    expect(await accountsOf(latchkey)).toEqual([])
    expect(keychain.names).toEqual(new Set())
    expect(existsSync(join(dataFolder, 'accounts.json'))).toBe(false)
  })

  it('rolls back a failed sign-out, keeping the account and its token', async () => {
    const { id } = await signIn()
    const removeObstruction = fillDisk(dataFolder, 'accounts.json')
    expect(await latchkey.failure('accounts.signOut', { id })).toMatchObject({ message: isFull })
    expect(await accountsOf(latchkey)).toMatchObject([{ id, token: 'keychain' }])
    expect(await open().value('user.get', {}, id)).toHaveProperty('username')
    removeObstruction()
    expect(await latchkey.value('accounts.signOut', { id })).toMatchObject({ accounts: [] })
    expect(keychain.names).toEqual(new Set())
  })

  it('accepts another token of the same user, because nothing needs saving', async () => {
    const { id } = await signIn()
    fillDisk(dataFolder, 'accounts.json')
    const input = { id, token: sandbox.tokens.user }
    expect(await latchkey.value('accounts.replaceToken', input)).toMatchObject({ id })
  })

  it('applies account changes from GitLab, and reports that they couldn’t be saved', async () => {
    let isAdmin = true
    const service = await startServer((_, response) =>
      json(response, 200, { id: 1, username: 'ada', name: 'Ada', is_admin: isAdmin }),
    )
    const { id } = await latchkey.signIn(service.url, 'x')
    fillDisk(dataFolder, 'accounts.json')
    isAdmin = false
    expect(await latchkey.value('accounts.refresh', { id })).toMatchObject({ isAdmin: false })
    expect(await accountsOf(latchkey)).toMatchObject([{ isAdmin: false }])
    expect(unsaved).toEqual([
      {
        kind: 'unexpected',
        message: isFull,
        hint: `Your changes on GitLab aren’t affected. Free up space for ${dataFolder}.`,
      },
    ])
    await service.stop()
  })

  it('sets a status, and reports that it couldn’t be added to the recent ones', async () => {
    const { id } = await signIn()
    fillDisk(join(dataFolder, 'accounts', id), 'recent-statuses.json')
    const draft = { emoji: 'coffee', message: 'Break', busy: false, clear: 'never' }
    const status = await latchkey.value('ownStatus.set', draft, id)
    expect(status).toMatchObject({ now: { message: 'Break' } })
    expect(await latchkey.value('ownStatus.get', {}, id)).toMatchObject({ message: 'Break' })
    expect(unsaved.map(({ message }) => message)).toEqual([
      'Couldn’t save recent-statuses.json on this computer: the disk is full.',
    ])
    expect(await latchkey.value('ownStatus.recent', {}, id)).toEqual([draft])
  })

  it('returns and lists a created token, and reports that it couldn’t be saved', async () => {
    const { id } = await signIn()
    fillDisk(join(dataFolder, 'accounts', id), 'created-tokens.json')
    const limited = { name: 'cluster', scopes: ['k8s_proxy'] }
    const token = await latchkey.value('ownTokens.createLimited', limited, id)
    expect(token).toHaveProperty('token')
    expect(await latchkey.value('ownTokens.list', {}, id)).toMatchObject({
      tokens: [{ name: 'cluster' }],
    })
    expect(unsaved).toHaveLength(1)
  })

  it('deletes all account data on sign-out', async () => {
    const { id } = await signIn()
    const draft = { emoji: 'coffee', message: 'Break', busy: false, clear: 'never' }
    await latchkey.value('ownStatus.set', draft, id)
    fillDisk(join(dataFolder, 'accounts', id), 'recent-statuses.json')
    expect(await latchkey.value('accounts.signOut', { id })).toMatchObject({ accounts: [] })
    expect(readdirSync(join(dataFolder, 'accounts'))).toEqual([])
    expect(unsaved).toEqual([])
  })

  it('can start the demo, which doesn’t save anything', async () => {
    fillDisk(dataFolder, 'accounts.json', 'settings.json')
    const account = await latchkey.value<Account>('demo.start', { as: 'user' })
    expect(await accountsOf(latchkey)).toMatchObject([{ id: account.id }])
    expect(await latchkey.value('settings.get')).toMatchObject({ lastAccount: account.id })
  })

  it('still allows deleting everything', async () => {
    await latchkey.value('settings.set', { theme: 'dark' })
    fillDisk(dataFolder, 'settings.json', 'updates.json', 'certificates.json')
    await latchkey.value('device.forgetAll')
    expect(await latchkey.value('settings.get')).toMatchObject({ theme: 'system' })
  })

  it('doesn’t fail a call if its notification can’t be saved', async () => {
    let status = 200
    const service = await startServer((_, response) =>
      json(response, status, { id: 1, username: 'ada', name: 'Ada' }),
    )
    const { id } = await latchkey.signIn(service.url, 'x')
    await latchkey.value('desktop.noticesPermitted', { permitted: true })
    status = 401
    await latchkey.failure('user.get', {}, id)
    fillDisk(dataFolder, 'desktop.json')
    status = 200
    expect(await latchkey.value('user.get', {}, id)).toMatchObject({ username: 'ada' })
    await service.stop()
  })
})

describe('document that can’t be committed', () => {
  it('removes the token from the keychain after a failed sign-in', async () => {
    const set = keychain.set
    keychain.set = async (name, secret) => {
      await set(name, secret)
      obstructAccountsFile()
    }
    const input = { baseUrl: sandbox.url, token: sandbox.tokens.user }
    await latchkey.failure('accounts.add', input)
    expect(keychain.names).toEqual(new Set())
    rmSync(join(dataFolder, 'accounts.json'), { recursive: true })
  })

  it('restores the token after a failed sign-out, even if it was cleared from memory', async () => {
    const { id } = await signIn()
    await latchkey.value('lock.lock')
    await latchkey.value('lock.unlock')
    const saved = readFileSync(join(dataFolder, 'accounts.json'))
    const remove = keychain.remove
    keychain.remove = async (name) => {
      await remove(name)
      obstructAccountsFile()
    }
    await latchkey.failure('accounts.signOut', { id })
    expect(keychain.names.size).toBe(1)
    rmSync(join(dataFolder, 'accounts.json'), { recursive: true })
    writeFileSync(join(dataFolder, 'accounts.json'), saved)
    expect(await open().value('user.get', {}, id)).toHaveProperty('username')
  })
})
