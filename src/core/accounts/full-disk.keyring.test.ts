import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Keyring, startKeyring } from '../../../scripts/lib/keyring.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { fillDisk } from '../platform/files/testing/full-disk.ts'
import { type StoreProcess, startStore } from '../platform/keychain/testing/start-store.ts'
import { type TestLatchkey, createTestLatchkey } from '../testing/latchkey.ts'

const run = promisify(execFile)

describe.runIf(process.platform === 'linux')('a real keyring with a full disk', () => {
  let keyring: Keyring
  let store: StoreProcess
  let sandbox: Sandbox
  let dataFolder: string
  let latchkey: TestLatchkey
  beforeEach(async () => {
    keyring = await startKeyring()
    store = startStore(keyring.env)
    sandbox = await startSandbox({ users: 20 })
    dataFolder = mkdtempSync(join(tmpdir(), 'latchkey-keyring-'))
    latchkey = createTestLatchkey({ dataFolder, keychain: store })
  })
  afterEach(async () => {
    await latchkey.close()
    await Promise.all([sandbox.stop(), store.stop()])
    await keyring.stop()
    rmSync(dataFolder, { recursive: true })
  })

  /** Latchkey's items as seen by other programs. */
  async function items(): Promise<string> {
    const words = ['search', '--all', 'service', 'Latchkey']
    const { stdout } = await run('secret-tool', words, { env: keyring.env }).catch(() => ({
      stdout: '',
    }))
    return stdout
  }

  it("doesn't contain a token after a failed sign-in", async () => {
    fillDisk(dataFolder, 'accounts.json')
    await latchkey.failure('accounts.add', { baseUrl: sandbox.url, token: sandbox.tokens.user })
    expect(await items()).not.toContain(sandbox.tokens.user)
  })

  it('keeps the token after a failed sign-out until one succeeds', async () => {
    const { id } = await latchkey.signIn(sandbox.url, sandbox.tokens.user)
    const makeRoom = fillDisk(dataFolder, 'accounts.json')
    await latchkey.failure('accounts.signOut', { id })
    expect(await items()).toContain(sandbox.tokens.user)
    makeRoom()
    await latchkey.value('accounts.signOut', { id })
    expect(await items()).not.toContain(sandbox.tokens.user)
  })
})
