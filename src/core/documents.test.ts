import {
  chmodSync,
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
import type { AccountsSnapshot } from '../shared/operations/accounts.ts'
import { asNobody } from './platform/files/testing/as-nobody.ts'
import { type TestLatchkey, createTestLatchkey } from './testing/latchkey.ts'

// Runs the entire application on documents that were edited manually, written by another version, or are otherwise
// invalid: an invalid document must not affect others.

let sandbox: Sandbox
beforeAll(async () => void (sandbox = await startSeededSandbox({ users: 20 })))
afterAll(() => sandbox.stop())

let dataFolder: string
const instances: TestLatchkey[] = []
beforeEach(() => void (dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-documents-'))))
afterEach(async () => {
  await Promise.all(instances.splice(0).map((one) => one.close()))
  rmSync(dataFolder, { recursive: true })
})

function open(): TestLatchkey {
  const latchkey = createTestLatchkey({ dataFolder })
  instances.push(latchkey)
  return latchkey
}

const pathOf = (name: string) => join(dataFolder, name)
const write = (name: string, document: unknown) =>
  writeFileSync(pathOf(name), JSON.stringify(document))
const account = (id: string, more: object = {}) => ({
  id,
  baseUrl: sandbox.url,
  label: id,
  colour: 'pink',
  user: { id: 1, username: id, name: id },
  isAdmin: true,
  demo: false,
  secret: { store: 'session' },
  ...more,
})

describe('document that this version does not understand', () => {
  it.each([
    ['is a number', 7],
    ['has no ID', { id: undefined }],
    ['has an invalid URL', { baseUrl: 'gitlab' }],
    ['has a URL with another scheme', { baseUrl: 'file:///etc' }],
    ['has an unknown token store', { secret: { store: 'cloud' } }],
  ])('is kept and reported if an account %s', async (_, broken) => {
    const invalidEntry = typeof broken === 'object' ? account('b', broken) : broken
    write('accounts.json', { accounts: [account('a'), invalidEntry] })
    const before = readFileSync(pathOf('accounts.json'))
    const latchkey = open()
    const snapshot = await latchkey.value<AccountsSnapshot>('accounts.list')
    expect(snapshot).toMatchObject({ accounts: [], isFileInvalid: true })
    expect(latchkey.logged.join('\n')).toMatch(/is kept, .* document=accounts\.json/)
    await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    const backup = readdirSync(dataFolder).find((name) => name.startsWith('accounts.json.broken-'))!
    expect(readFileSync(pathOf(backup)).equals(before)).toBe(true)
    expect(latchkey.logged.join('\n')).toContain(`document=${backup}`)
  })

  it('falls back to a known color for an account with an unknown color', async () => {
    write('accounts.json', { accounts: [account('a', { colour: 'plaid' })] })
    const { accounts } = await open().value<AccountsSnapshot>('accounts.list')
    expect(accounts).toMatchObject([{ id: 'a', colour: expect.stringMatching(/^[a-z]+$/) }])
    expect(readdirSync(dataFolder).join()).not.toContain('broken')
  })

  it('keeps the valid settings', async () => {
    write('settings.json', { theme: 'dark', density: 'cosy', lastAccount: 7 })
    const settings = await open().value('settings.get')
    expect(settings).toMatchObject({ theme: 'dark', density: 'comfortable' })
  })
})

const documents = ['settings.json', 'certificates.json', 'updates.json', 'desktop.json']

describe('folder in place of a document', () => {
  it.each(documents)('doesn’t affect other features: %s', async (name) => {
    mkdirSync(pathOf(name))
    const latchkey = open()
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.admin)
    expect(await latchkey.value('user.get', {}, id)).toHaveProperty('username')
    const draft = { emoji: 'coffee', message: 'Break', busy: false, clear: 'never' }
    expect(await latchkey.value('ownStatus.set', draft, id)).toMatchObject({
      now: { message: 'Break' },
    })
    const limited = { name: 'cluster', scopes: ['k8s_proxy'] }
    expect(await latchkey.value('ownTokens.createLimited', limited, id)).toHaveProperty('token')
    await latchkey.value('directory.state', {}, id)
    expect(await latchkey.value('accounts.signOut', { id })).toMatchObject({ accounts: [] })
    expect(readdirSync(dataFolder)).toContain(name)
  })

  it('is reported with its path when saving fails', async () => {
    mkdirSync(pathOf('settings.json'))
    expect(await open().failure('settings.set', { theme: 'dark' })).toMatchObject({
      message: `Couldn’t read ${pathOf('settings.json')}: there is a folder in its place.`,
      hint: `Move ${pathOf('settings.json')} away. Then try again.`,
    })
  })
})

describe.runIf(process.platform !== 'win32')('unreadable account list', () => {
  it.each<[string, () => void]>([
    ['a folder', () => mkdirSync(pathOf('accounts.json'))],
    ['missing permission', () => writeFileSync(pathOf('accounts.json'), '{}', { mode: 0 })],
  ])('prevents startup with an error that includes its path: %s', (_, make) => {
    make()
    chmodSync(dataFolder, 0o777)
    asNobody(() => expect(() => open()).toThrow(`Couldn’t read ${pathOf('accounts.json')}: `))
    chmodSync(dataFolder, 0o700)
    expect(readdirSync(dataFolder)).toEqual(['accounts.json'])
  })
})
