import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestSandbox } from '../../e2e/support/sandbox.ts'
import { createLatchkey } from '../../src/core/app.ts'
import { createNodeFetch } from '../../src/core/platform/network/node-fetch.ts'
import { OwnCertificates } from '../../src/core/platform/network/own-certificates.ts'
import { createMemorySecretStore } from '../../src/core/platform/keychain/memory-secret-store.ts'
import { testLog } from '../../src/core/testing/log.ts'
import type { Account } from '../../src/shared/operations/accounts.ts'
import type { LocalSshKeyRow } from '../../src/shared/operations/local-keys.ts'
import type { QueuedAction } from '../../src/shared/operations/queue.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'

const clones = ['first', 'second']

/** An empty data folder, and a home folder with two keys and two clones of repositories on the instance. */
function createHome(root: string, instance: string): string {
  const home = join(root, 'home')
  mkdirSync(join(home, '.ssh'), { recursive: true })
  mkdirSync(join(root, 'data'))
  for (const name of clones) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(home, '.ssh', name)])
    const clone = join(home, 'work', name)
    execFileSync('git', ['init', '-q', clone])
    execFileSync('git', ['-C', clone, 'remote', 'add', 'origin', `${instance}/group/${name}.git`])
  }
  return home
}

interface ListedUser {
  id: number
  username: string
  name: string
  state: string
}

/** Each scenario can be repeated, and works on the next key, clone or user each time. */
export interface Scenarios {
  scenarios: Record<string, () => Promise<unknown>>
  stop(): Promise<void>
}

/** An app with an administrator's account on a sandbox, which share this process. */
export async function startScenarios(): Promise<Scenarios> {
  const root = mkdtempSync(join(tmpdir(), 'latchkey-path-'))
  const sandbox = await startTestSandbox(join(root, 'sandbox'), { now: currentTime })
  const log = testLog(console.error, 'error')
  const latchkey = createLatchkey({
    host: 'browser',
    version: '0.0.0',
    certificates: new OwnCertificates(root, log.warn),
    fetch: createNodeFetch(),
    keychain: createMemorySecretStore(),
    dataFolder: join(root, 'data'),
    home: createHome(root, sandbox.url),
    systemLanguages: () => ['en'],
    now: currentTime,
    startDemo: () => Promise.reject(new Error('There is no demo here.')),
    log,
  })
  const call = async <T>(name: string, input: unknown, account?: string): Promise<T> => {
    const answer = await latchkey.invoke(name, input, account)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`)
    return answer.value as T
  }
  const { id } = await call<Account>('accounts.add', {
    baseUrl: sandbox.url,
    token: sandbox.tokens.admin,
  })
  const keys = await call<LocalSshKeyRow[]>('localSshKeys.scan', {})
  const localKeyIds = keys.flatMap((row) => (row.kind === 'key' ? [row.localKeyId] : []))
  await call('repositories.scan', { folders: ['~/work'] })
  const { items: users } = await call<{ items: ListedUser[] }>(
    'users.list',
    { active: true, humans: true },
    id,
  )
  let nth = 0
  const nextChange = () =>
    new Promise<void>((resolve) => {
      const off = latchkey.on('queue', () => {
        off()
        resolve()
      })
    })

  const scenarios = {
    status: () =>
      call('ownStatus.set', { message: `Status ${(nth += 1)}`, emoji: 'coffee', busy: false }, id),
    async block() {
      const { id: userId, username, name, state } = users.shift()!
      const seen = { username, name, state }
      const { id: action } = await call<QueuedAction>(
        'queue.enqueue',
        { action: 'block', id: userId, seen },
        id,
      )
      await call('queue.sendAllNow', {}, id)
      const isSent = async () =>
        (await call<QueuedAction>('queue.get', { id: action }, id)).state === 'done'
      while (!(await isSent())) await nextChange()
    },
    import: () => call('localSshKeys.import', { keys: [{ localKeyId: localKeyIds.pop() }] }, id),
    rotation: () => call('accounts.rotateToken', { id }),
    async identity() {
      const target = { kind: 'repository', path: `~/work/${clones[(nth += 1) % clones.length]}` }
      const { plan } = await call<{ plan: string }>('repositories.planIdentity', { target }, id)
      await call('identities.apply', { plan })
    },
  }
  return {
    scenarios,
    async stop() {
      await latchkey.close()
      await sandbox.stop()
      rmSync(root, { recursive: true })
    },
  }
}
