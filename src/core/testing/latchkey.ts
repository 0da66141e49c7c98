import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startSandbox } from '../../sandbox/start.ts'
import type { Account } from '../../shared/operations/accounts.ts'
import { currentTime } from '../../shared/rules/clock.ts'
import type { UnformattedFailure } from '../platform/failure.ts'
import { type Latchkey, createLatchkey } from '../app.ts'
import { OwnCertificates } from '../platform/network/own-certificates.ts'
import { createNodeFetch } from '../platform/network/node-fetch.ts'
import type { Ports } from '../ports.ts'
import { createMemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import { testLog } from './log.ts'

export interface TestLatchkey extends Latchkey {
  dataFolder: string
  /** Logged messages. */
  logged: string[]
  /** A call's value; fails the test if the call fails. */
  value<T = unknown>(name: string, input?: unknown, account?: string): Promise<T>
  /** A call's failure; fails the test if the call succeeds. */
  failure(name: unknown, input?: unknown, account?: unknown): Promise<UnformattedFailure>
  signIn(baseUrl: string, token: string): Promise<Account>
  /** Everything that was logged, and the contents of all files in the data folder. */
  kept(): string[]
}

/** The entire application, with a folder and a keychain for the test. */
export function createTestLatchkey(ports: Partial<Ports> = {}): TestLatchkey {
  const dataFolder = ports.dataFolder ?? mkdtempSync(join(tmpdir(), 'latchkey-'))
  const logged: string[] = []
  const log = ports.log ?? testLog((line) => logged.push(line))
  const certificates = ports.certificates ?? new OwnCertificates(dataFolder, log.warn)
  const latchkey = createLatchkey({
    host: 'browser',
    version: '0.0.0',
    fetch: createNodeFetch({ certificates }),
    certificates,
    keychain: createMemorySecretStore(),
    home: dataFolder,
    // Doesn't depend on the machine's language.
    systemLanguages: () => ['en'],
    now: ports.clock?.now ?? currentTime,
    sleep: () => Promise.resolve(),
    startDemo: () => startSandbox({ users: 20 }),
    log,
    ...ports,
    dataFolder,
  })
  const test: TestLatchkey = {
    ...latchkey,
    dataFolder,
    logged,
    async value<T>(name: string, input?: unknown, account?: string) {
      const answer = await latchkey.invoke(name, input, account)
      if (!answer.ok) expect.fail(`${name}: ${JSON.stringify(answer.failure)}`)
      return answer.value as T
    },
    async failure(name, input, account) {
      const answer = await latchkey.invoke(name, input, account)
      if (answer.ok) expect.fail(`succeeded with ${JSON.stringify(answer.value)}`)
      return answer.failure
    },
    signIn: (baseUrl, token) => test.value<Account>('accounts.add', { baseUrl, token }),
    kept: () => [...logged, ...readAllFiles(dataFolder)],
    async close() {
      await latchkey.close()
      if (!ports.dataFolder) rmSync(dataFolder, { recursive: true })
    },
  }
  return test
}

function readAllFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
}
