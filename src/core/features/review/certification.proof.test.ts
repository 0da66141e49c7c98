import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { parseFault } from '../../../sandbox/faults.ts'
import { createRandom } from '../../../sandbox/seed/random.ts'
import { startSandbox } from '../../../sandbox/start.ts'
import type { AuditLogEntry } from '../../../shared/operations/audit-log.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import type {
  RemediationPreview,
  ReviewItem,
  ReviewState,
} from '../../../shared/operations/review.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { startLossyProxy } from '../../gitlab/create-recovery/testing/lossy-proxy.ts'
import { fileStore, keychainFile } from '../../testing/file-store.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { isFull } from '../../testing/proof.ts'
import { startAppProcess } from '../../testing/start-app-process.ts'
import { readAll } from '../directory/testing/sync.ts'
import { inspectFolder } from '../moderation/testing/file-of-actions.ts'

// Sends SIGKILL at random moments while items of a review are decided, and while the closed review is carried out. No
// acknowledged decision is lost, and each is carried out and logged exactly once.

const kills = Number(process.env.LATCHKEY_KILLS ?? (isFull ? 500 : 2))
/** In ms. */
const hours = 4 * 60 * 60_000

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

it(
  `survives ${kills} kills: no decision is lost or carried out twice`,
  { timeout: hours },
  async () => {
    const random = createRandom('killed certification')
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-certified-'))
    cleanups.push(() => rmSync(folder, { recursive: true }))
    const sandbox = await startSandbox({
      users: isFull ? 400 : 20,
      flavor: 'gitlab',
      faults: [
        parseFault('DELETE /groups/*/members/* * latency=30'),
        parseFault('DELETE /projects/*/members/* * latency=30'),
      ],
    })
    cleanups.push(() => sandbox.stop())
    const proxy = await startLossyProxy(sandbox.url)
    cleanups.push(() => proxy.stop())
    const keychain = fileStore(join(folder, keychainFile))
    const first = createTestLatchkey({ dataFolder: folder, keychain })
    const { id: account } = await first.signIn(proxy.url, sandbox.tokens.admin)
    await readAll(first, account)
    const scope = { subjects: ['memberships', 'serviceAccounts'] }
    const everyone = { kind: 'matching', filter: {}, except: [] }
    const { id: review } = await first.value<ReviewState>(
      'review.start',
      { selection: everyone, scope },
      account,
    )
    await vi.waitUntil(
      async () => (await first.value<ReviewState>('review.state', {}, account)).phase === 'done',
      { timeout: hours },
    )
    const items: ReviewItem[] = []
    for (let total = 1; items.length < total;) {
      const query = { review, kinds: ['direct'], offset: items.length, limit: 200 }
      const page = await first.value<{ items: ReviewItem[]; total: number }>(
        'review.items',
        query,
        account,
      )
      total = page.total
      items.push(...page.items)
    }
    // An owner can’t always be removed.
    const decidable = items.filter(({ level }) => level! < 50)
    await first.close()

    const decided = new Map<string, string>()
    let next = 0
    let acknowledged = 0
    for (let kill = 0; kill < kills / 2; kill += 1) {
      const app = startAppProcess(folder)
      const deciding = (async () => {
        for (;;) {
          const item = decidable[next % decidable.length]!
          next += 1
          const decision = random.pick(['keep', 'remove'])
          const input = { review, items: [item.id], decision, note: `${next}` }
          // Unknown until it is acknowledged.
          decided.delete(item.id)
          const answer = await app.value('review.decideItems', input, account)
          if (!answer) return
          decided.set(item.id, `${decision} ${input.note}`)
          acknowledged += 1
        }
      })()
      const before = acknowledged
      await vi.waitUntil(() => acknowledged > before, { timeout: hours, interval: 1 })
      await delay(random.below(100))
      await app.kill()
      await deciding
      expect(inspectFolder(folder).integrity, `kill ${kill}`).toBe('ok')
    }
    expect(decided.size).toBeGreaterThan(0)

    const second = createTestLatchkey({ dataFolder: folder, keychain })
    const read = async (app: typeof second, query: object) => {
      const found: ReviewItem[] = []
      for (let total = 1; found.length < total;) {
        const input = { review, ...query, offset: found.length, limit: 200 }
        const page = await app.value<{ items: ReviewItem[]; total: number }>(
          'review.items',
          input,
          account,
        )
        if (page.items.length === 0) break
        total = page.total
        found.push(...page.items)
      }
      return found
    }
    const stored = new Map(
      (await read(second, { kinds: ['direct'] })).map((item) => [item.id, item.decided]),
    )
    for (const [id, expected] of decided)
      expect(`${stored.get(id)?.decision} ${stored.get(id)?.note}`, id).toBe(expected)

    await second.value('review.close', { review }, account)
    const preview = await second.value<RemediationPreview>(
      'review.previewRemediation',
      { review },
      account,
    )
    const { affectedCount } = preview
    const run = await second.value<JobSummary>(
      'review.carryOut',
      { review, affectedCount },
      account,
    )
    await second.close()
    await delay(Math.max(0, run.starts! - currentTime()))

    for (let kill = 0; kill < kills / 2; kill += 1) {
      const app = startAppProcess(folder)
      const before = proxy.requests.length
      await Promise.race([
        vi
          .waitUntil(() => proxy.requests.length > before + 2, { interval: 1 })
          .catch(() => undefined),
        delay(1_000),
      ])
      await delay(random.below(60))
      await app.kill()
      expect(inspectFolder(folder).integrity, `kill ${kill}`).toBe('ok')
    }
    const last = createTestLatchkey({ dataFolder: folder, keychain })
    cleanups.push(() => last.close())
    const jobOf = () => last.value<JobSummary>('jobs.get', { job: run.id }, account)
    await vi.waitUntil(async () => (await jobOf()).state === 'finished', {
      timeout: hours,
      interval: 50,
    })
    const { counts } = await jobOf()
    expect(counts.done! + counts.refused!).toBe(affectedCount)
    const results = await read(last, { remediation: 'done' })
    expect(results).toHaveLength(counts.done!)
    const entries: AuditLogEntry[] = []
    for (let offset = 0, total = 1; offset < total;) {
      const page = await last.value<{ items: AuditLogEntry[]; total: number }>(
        'auditLog.list',
        { offset },
        account,
      )
      total = page.total
      offset += page.items.length
      entries.push(
        ...page.items.filter(({ run: of, outcome }) => of === run.id && outcome === 'done'),
      )
    }
    const keys = entries.map(({ target, object }) => `${target?.id} ${object}`)
    expect(new Set(keys).size).toBe(keys.length)
    console.log(
      `\nproof: certification, kill -9: ${kills} kills, ${acknowledged} decisions acknowledged, 0 lost; ` +
        `${counts.done} carried out, 0 twice`,
    )
  },
)
