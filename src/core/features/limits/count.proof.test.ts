import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type Random, createRandom } from '../../../sandbox/seed/random.ts'
import { user } from '../../../shared/gitlab/current-user.ts'
import { users } from '../../../shared/gitlab/users.ts'
import { ceilingDayMs } from '../../../shared/rules/ceilings.ts'
import { createAccountClient } from '../../accounts/account-client.ts'
import { AccountFile } from '../../accounts/account-record.ts'
import { Accounts } from '../../accounts/accounts.ts'
import { Audit } from '../../audit-log/audit.ts'
import { AuditLog } from '../../audit-log/audit-log.ts'
import { auditLogTable } from '../../audit-log/schema.ts'
import { ApiClient } from '../../gitlab/api-client.ts'
import { ConnectivityLog } from '../../gitlab/connectivity/connectivity.ts'
import { createExchange } from '../../gitlab/exchange.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { OAuth } from '../../gitlab/oauth.ts'
import { RateLimitPause, Throttle } from '../../gitlab/throttle.ts'
import { createMemorySecretStore } from '../../platform/keychain/memory-secret-store.ts'
import { FailureError } from '../../platform/failure.ts'
import { memoryFile } from '../../platform/files/memory-file.ts'
import { type ManagedPolicy, noPolicy } from '../../platform/policy/policy.ts'
import { systemClock } from '../../platform/time/clock.ts'
import { isFull } from '../../testing/proof.ts'
import { Ceilings } from '../../policy/ceilings.ts'
import { LimitsFile } from '../../policy/limits-file.ts'

const baseUrl = 'https://gitlab.example.com'
const limit = 5
const policy: ManagedPolicy = { ...noPolicy, values: { ceilings: { delete: limit } } }
const hourMs = 60 * 60_000

/** An instance that responds to deletions as told, and the accounts of two administrators on it. */
class History {
  readonly #file = memoryFile(LimitsFile)
  readonly #database = new DatabaseSync(':memory:')
  readonly #auditLog: AuditLog
  readonly audit: Audit
  /** The instance's clock, and how far this computer's clock and uptime are from it (ms). */
  time = Date.UTC(2026, 4, 4, 12)
  clockOffset = 0
  #booted = this.time
  /** The status of the next deletion; 0 for a lost connection. */
  status = 204
  ceilings!: Ceilings
  accounts!: Accounts
  clients: GitLabClient[] = []
  readonly #ports = {
    now: () => this.time + this.clockOffset,
    fetch: (async (url, init) => this.#answer(String(url), init)) as typeof globalThis.fetch,
  }
  readonly #client = new ApiClient({
    ...this.#ports,
    random: () => 0,
    sleep: async () => undefined,
  })

  constructor() {
    this.#database.exec(auditLogTable)
    this.#auditLog = new AuditLog({ database: this.#database, now: () => this.time })
    this.audit = new Audit({
      addEntry: (_, entry) => this.#auditLog.add(entry),
      account: (id) => this.accounts.account(id),
      usernameOf: () => undefined,
      onUnsaved: () => expect.fail('not recorded'),
      log: () => undefined,
    })
  }

  /** Signs in once; the accounts' own files aren't part of this. */
  async signIn(): Promise<void> {
    const { fetch, now } = this.#ports
    this.accounts = new Accounts({
      file: memoryFile(AccountFile),
      keychain: createMemorySecretStore(),
      session: createMemorySecretStore(),
      client: this.#client,
      policy: noPolicy,
      oauth: new OAuth({ exchange: createExchange({ fetch, now }), now }),
      now,
      onChange: () => undefined,
    })
    for (const token of ['1', '2']) await this.accounts.add({ baseUrl, token }, { demo: true })
  }

  /** Starts Latchkey again. */
  start(): void {
    this.#booted = this.time
    const { now } = this.#ports
    this.ceilings = new Ceilings({
      file: this.#file,
      policy,
      now,
      uptime: () => this.time - this.#booted,
    })
    this.clients = this.accounts.ids().map((id) => this.#clientOf(id))
  }

  #clientOf(id: string): GitLabClient {
    const { now } = this.#ports
    const pause = memoryFile(RateLimitPause)
    return createAccountClient(id, {
      accounts: this.accounts,
      client: this.#client,
      policy,
      ceilings: this.ceilings,
      now,
      throttle: new Throttle({ clock: systemClock(now), pause: () => pause, log: () => undefined }),
      connectivity: new ConnectivityLog({
        now,
        after: () => () => undefined,
        onChange: () => undefined,
      }),
    })
  }

  #answer(url: string, init: RequestInit = {}): Response {
    const headers = {
      date: new Date(this.time).toUTCString(),
      'content-type': 'application/json',
    }
    if (init.method !== 'DELETE') {
      const id = Number(new Headers(init.headers).get('private-token'))
      const isUser = url.endsWith('/user')
      const body = isUser ? { id, username: `admin${id}`, name: 'A', is_admin: true } : {}
      return new Response(JSON.stringify(body), { status: isUser ? 200 : 404, headers })
    }
    if (this.status === 0) throw new TypeError('fetch failed')
    return new Response(this.status === 204 ? null : '{}', { status: this.status, headers })
  }

  async delete(gitlab: GitLabClient, id: number): Promise<void> {
    const event = { action: 'users.remove', target: { id, username: `user${id}` } }
    const call = () => gitlab.call(users.remove, { id })
    await this.audit.run(gitlab.account, event, call).catch((error: unknown) => {
      if (!(error instanceof FailureError)) throw error
    })
  }

  /** How many users the audit log has as deleted, for certain or not, in the last day. */
  recorded(): number {
    const find = `SELECT count(DISTINCT target_id) AS users FROM audit_log WHERE outcome <> 'refused' AND at > ?`
    return Number(this.#database.prepare(find).get(this.time - ceilingDayMs)?.['users'])
  }

  close(): void {
    this.#database.close()
  }
}

async function play(history: History, random: Random): Promise<void> {
  const { below, chance, pick } = random
  history.start()
  let isSeen = false
  for (let step = 0; step < 14; step += 1) {
    if (chance(0.15)) history.clockOffset = pick([-ceilingDayMs, 0, ceilingDayMs])
    if (chance(0.15)) {
      history.start()
      isSeen = false
      // Until the instance responds, the fuller day counts.
      expect(history.ceilings.get(baseUrl, 'delete').used).toBeGreaterThanOrEqual(
        history.recorded(),
      )
    }
    if (chance(0.3)) history.time += below(10) * hourMs
    if (!isSeen) await history.clients[0]!.call(user.get, {})
    isSeen = true
    history.status = pick([204, 204, 204, 403, 404, 429, 500, 302, 0])
    await history.delete(pick(history.clients), 1 + below(12))
    const { used } = history.ceilings.get(baseUrl, 'delete')
    expect(used).toBe(history.recorded())
    expect(used).toBeLessThanOrEqual(limit)
  }
}

const histories = isFull ? 1_000 : 100

describe('the count of a ceiling', () => {
  it(
    `equals the audit log’s after each step of ${histories} histories`,
    { timeout: 300_000 },
    async () => {
      let full = 0
      for (let seed = 0; seed < histories; seed += 1) {
        const history = new History()
        await history.signIn()
        await play(history, createRandom(`ceilings-${seed}`)).catch((error: unknown) => {
          throw new Error(`History ${seed} failed.`, { cause: error })
        })
        if (history.recorded() === limit) full += 1
        history.close()
      }
      // The histories reach the ceiling often enough to prove something.
      expect(full).toBeGreaterThan(histories / 10)
      console.log(
        `\nproof: ceilings, model: ${histories} histories, ${full} of which reached the ceiling`,
      )
    },
  )
})
