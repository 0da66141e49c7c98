// What Latchkey says about a computer: its operations, and the `whoami` command.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createLatchkey } from '../../src/core/app.ts'
import { createMemorySecretStore } from '../../src/core/platform/keychain/memory-secret-store.ts'
import { createNodeFetch } from '../../src/core/platform/network/node-fetch.ts'
import { OwnCertificates } from '../../src/core/platform/network/own-certificates.ts'
import { testLog } from '../../src/core/testing/log.ts'
import { whoami } from '../../src/core/whoami.ts'
import type { Account } from '../../src/shared/operations/accounts.ts'
import type {
  Repository,
  RepositoryIdentity,
  RepositoryScan,
  UnpushedCommits,
} from '../../src/shared/operations/repositories.ts'
import type { CheckResult } from '../../src/shared/operations/setup.ts'
import { currentTime } from '../../src/shared/rules/clock.ts'
import type { Instance } from './instance.ts'
import type { Folders } from './own-home.ts'
import { searchedFolders } from './repositories.ts'

/** What the user is shown about a repository. */
export interface SaidOfRepository {
  repository: Repository
  identity: RepositoryIdentity
}

export interface TestedLatchkey {
  /** The IDs of the accounts, by username. */
  ids: ReadonlyMap<string, string>
  call<T>(name: string, input: unknown, account?: string): Promise<T>
  /** Scans for repositories and reads their identities. */
  scan(): Promise<SaidOfRepository[]>
  unpushed(path: string): Promise<UnpushedCommits>
  /** The JSON of `whoami` in a folder. */
  whoami(folder: string): Promise<Partial<RepositoryIdentity>>
  /** The findings of _This computer_ for the first account. */
  check(): Promise<Record<string, CheckResult>>
  close(): Promise<void>
}

/** The checks of _This computer_ that programs can confirm. */
const checks = ['identity', 'signing', 'signing-key', 'connection'] as const

export async function startLatchkey(
  { root, home }: Folders,
  { sandbox }: Instance,
): Promise<TestedLatchkey> {
  const dataFolder = join(root, 'data')
  mkdirSync(dataFolder)
  const log = testLog((line) => process.stderr.write(`${line}\n`), 'error')
  const certificates = new OwnCertificates(dataFolder, log.warn)
  const latchkey = createLatchkey({
    host: 'browser',
    version: '0.0.0',
    certificates,
    fetch: createNodeFetch({ certificates }),
    keychain: createMemorySecretStore(),
    dataFolder,
    home,
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
  const ids = new Map<string, string>()
  for (const token of [sandbox.tokens.user, sandbox.tokens.admin]) {
    const account = await call<Account>('accounts.add', { baseUrl: sandbox.url, token })
    ids.set(account.user.username, account.id)
  }
  const [first] = ids.values()
  let run = 0

  return {
    ids,
    call,
    async scan() {
      const input = { folders: searchedFolders }
      const { repositories } = await call<RepositoryScan>('repositories.scan', input)
      const paths = repositories.map(({ path }) => path)
      if (paths.length === 0) return []
      const identities = await call<RepositoryIdentity[]>('repositories.identities', { paths })
      return repositories.map((repository, at) => ({ repository, identity: identities[at]! }))
    },
    unpushed: (path) => call<UnpushedCommits>('repositories.unpushed', { path }),
    async whoami(folder) {
      const lines: string[] = []
      await whoami({ folder, isJson: true, dataFolder, print: (line) => lines.push(line) })
      return JSON.parse(lines.join('\n')) as Partial<RepositoryIdentity>
    },
    async check() {
      run += 1
      const results = await Promise.all(
        checks.map((check) => call<CheckResult>('setup.check', { check, run }, first)),
      )
      return Object.fromEntries(results.map((result) => [result.check, result]))
    },
    close: () => latchkey.close(),
  }
}
