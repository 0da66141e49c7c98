import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import type { QueueState } from '../../../shared/rules/item-states.ts'
import { actionsIn } from './testing/actions-in.ts'
import { readActions } from './testing/file-of-actions.ts'
import { openTestJobs } from '../../jobs/testing/open-test-jobs.ts'
import { isFull } from '../../testing/proof.ts'

// Cuts the WAL at multiples of 512 bytes, as a power failure would, and appends nothing, zeros or garbage. The file
// must open with every action acknowledged before the cut.

const cuts = isFull ? 2000 : 15
const sector = 512
const seed = 'torn'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-torn-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An acknowledged action, and how long the WAL was at that moment. */
interface AcknowledgedAction {
  wal: number
  id: number
  /** The states it may have now. */
  states: readonly QueueState[]
}

/** Writes a database with actions and a WAL of at least this many bytes. Returns the acknowledged actions. */
function writeDatabase(path: string, bytes: number): AcknowledgedAction[] {
  const random = createRandom(seed)
  const before = openTestJobs(path)
  const earlier = actionsIn(before)
  for (let target = 50; target < 100; target += 1) earlier.enqueue(target)
  before.close()
  const database = openTestJobs(path)
  database.exec('PRAGMA wal_autocheckpoint = 0')
  const { enqueue, cancel, send } = actionsIn(database)
  const acknowledged: AcknowledgedAction[] = []
  const note = (id: number, ...states: QueueState[]) =>
    acknowledged.push({ wal: statSync(`${path}-wal`).size, id, states })
  for (
    let target = 100;
    acknowledged.length === 0 || acknowledged.at(-1)!.wal < bytes;
    target += 1
  ) {
    const id = enqueue(target)
    note(id, 'ready', 'cancelled', 'unknown')
    if (random.chance(0.3)) {
      cancel(id)
      note(id, 'cancelled')
    } else if (random.chance(0.5)) {
      send(id)
      // After the next start, its outcome is unknown.
      note(id, 'unknown')
    }
  }
  copyFileSync(path, join(folder, 'whole.db'))
  copyFileSync(`${path}-wal`, join(folder, 'whole.db-wal'))
  database.close()
  return acknowledged
}

describe('torn WAL', () => {
  it(`keeps every action acknowledged before the cut at ${cuts} offsets`, () => {
    const startedAt = performance.now()
    const random = createRandom(seed)
    const acknowledged = writeDatabase(join(folder, 'jobs.db'), 1000 * sector * 2 + 100 * sector)
    const wal = readFileSync(join(folder, 'whole.db-wal'))
    const sectorCount = Math.floor(wal.length / sector)
    const step = Math.max(1, Math.floor(sectorCount / cuts))
    let checked = 0
    for (let nth = 0; nth < cuts; nth += 1) {
      const cutAt = (sectorCount - nth * step) * sector
      const cut = join(folder, 'cut.db')
      copyFileSync(join(folder, 'whole.db'), cut)
      const cutLength = wal.length - cutAt
      const fillKind = random.pick(['nothing', 'zeros', 'nonsense'])
      const tail = Buffer.alloc(fillKind === 'nothing' ? 0 : cutLength)
      if (fillKind === 'nonsense')
        for (let at = 0; at < cutLength; at += 1) tail[at] = random.below(256)
      writeFileSync(`${cut}-wal`, Buffer.concat([wal.subarray(0, cutAt), tail]))
      const details = `seed ${seed}, cut ${nth} at ${cutAt}, then ${fillKind}`
      const database = openTestJobs(cut)
      try {
        expect(
          database.prepare('SELECT paused FROM queues WHERE kind = ?').get('moderation'),
          details,
        ).toEqual({ paused: 0 })
        const integrity = database.prepare('PRAGMA integrity_check').get()
        expect(integrity, details).toEqual({ integrity_check: 'ok' })
        const expectedActions = acknowledged.filter((one) => one.wal <= cutAt)
        const actualStates = new Map(readActions(database).map(({ id, state }) => [id, state]))
        const isLost = ({ id, states }: AcknowledgedAction) =>
          !states.includes(actualStates.get(id) ?? 'done')
        expect(expectedActions.filter(isLost), details).toEqual([])
        checked += expectedActions.length
      } finally {
        database.close()
        for (const part of ['', '-wal', '-shm']) rmSync(cut + part, { force: true })
      }
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    console.log(
      `\nproof: queue, torn log: ${cuts} cuts at multiples of ${step * sector} bytes of ${wal.length}, ${acknowledged.length} ` +
        `acknowledgements, checked ${checked} times, 0 lost (${seconds} s)`,
    )
  })
})
