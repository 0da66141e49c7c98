import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Socket, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSecretStore, loadKeytar } from './create-secret-store.ts'
import type { KeychainModule } from './keychain-store.ts'

const never = () => new Promise<never>(() => {})

/** An empty keychain, as a native module with some calls replaced. */
const nativeModule = (calls: Partial<KeychainModule>): KeychainModule => ({
  getPassword: async () => null,
  setPassword: async () => {},
  deletePassword: async () => false,
  ...calls,
})

const store = (platform: NodeJS.Platform, load: () => Promise<KeychainModule>) =>
  createSecretStore({ platform, env: {}, load, callLimitMs: 50, promptLimitMs: 50 })

describe('native module that does not load', () => {
  test.each([
    ['linux', 'install libsecret'],
    ['darwin', 'reinstall Latchkey'],
    ['win32', 'reinstall Latchkey'],
  ] as const)('is reported as an absent keychain on %s', async (platform, remedy) => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-keytar-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const broken = join(folder, 'keytar.node')
    await writeFile(broken, 'not a library')
    const secrets = store(platform, async () => createRequire(import.meta.url)(broken))

    expect(await secrets.describe()).toMatchObject({
      state: 'absent',
      message: expect.stringContaining(remedy),
    })
    await expect(secrets.get('ada')).rejects.toMatchObject({ state: 'absent' })
    await expect(secrets.set('ada', 'glpat-lost')).rejects.toMatchObject({ state: 'absent' })
    await expect(secrets.remove('ada')).rejects.toMatchObject({ state: 'absent' })
  })
})

describe('loadKeytar', () => {
  test('rejects with the reason of the system if the module does not load', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-keytar-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const keytar = join(folder, 'node_modules/keytar')
    const project = createRequire(import.meta.url)
    await cp(join(project.resolve('keytar'), '..'), join(keytar, 'lib'), { recursive: true })
    await cp(project.resolve('keytar/package.json'), join(keytar, 'package.json'))
    const prebuilt = join(keytar, 'prebuilds', `${process.platform}-${process.arch}`)
    await mkdir(prebuilt, { recursive: true })
    await writeFile(join(prebuilt, 'keytar.node'), 'not a library')
    const require = createRequire(join(folder, 'index.js'))
    const load = async () => ({ default: require('keytar') as KeychainModule })
    await expect(loadKeytar(load, require)).rejects.toMatchObject({ code: 'ERR_DLOPEN_FAILED' })
  })
})

describe('misbehaving keychain', () => {
  test('times out if it does not respond', async () => {
    const secrets = store('win32', async () => nativeModule({ getPassword: never }))
    await expect(secrets.get('ada')).rejects.toMatchObject({
      state: 'failed',
      message: expect.stringContaining('didn’t respond'),
      failure: { kind: 'keychain' },
    })
  })

  test.skipIf(process.platform === 'win32')(
    "is unreachable if its Secret Service doesn't respond",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-bus-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const sockets: Socket[] = []
      const bus = createServer((socket) => void sockets.push(socket))
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy()
        bus.close()
      })
      bus.listen(join(folder, 'bus'))
      await once(bus, 'listening')
      const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}` }
      const load = async () => nativeModule({})
      const limits = { callLimitMs: 50, promptLimitMs: 50 }
      const secrets = createSecretStore({ platform: 'linux', env, load, ...limits })
      await expect(secrets.remove('ada')).rejects.toMatchObject({
        message: expect.stringContaining('didn’t respond'),
        isOutOfReach: true,
      })
    },
  )

  test('gets no further calls while it hangs, and no timed-out calls later', async () => {
    const written: string[] = []
    let release = () => {}
    const held = new Promise<null>((resolve) => {
      release = () => resolve(null)
    })
    const secrets = store('win32', async () =>
      nativeModule({
        getPassword: () => held,
        setPassword: async (_service, _account, secret) => void written.push(secret),
      }),
    )
    await Promise.allSettled([secrets.get('ada'), secrets.set('ada', 'glpat-late')])
    release()
    await secrets.remove('ada')
    expect(written).toEqual([])
  })

  test("fails if it doesn't return the stored value", async () => {
    const secrets = store('darwin', async () => nativeModule({}))
    await expect(secrets.set('ada', 'glpat-lost')).rejects.toMatchObject({ state: 'failed' })
  })

  test('has its error quoted in the failure', async () => {
    const refuse = () => Promise.reject(new Error('The vault is on fire.'))
    const secrets = store('win32', async () => nativeModule({ getPassword: refuse }))
    await expect(secrets.get('ada')).rejects.toMatchObject({
      state: 'failed',
      message: expect.stringContaining(': The vault is on fire.'),
    })
  })
})
