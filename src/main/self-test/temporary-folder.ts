import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ignoreErrors } from '../../core/infra/ignore-errors.ts'
import { currentTime } from '../../shared/clock.ts'

const prefix = 'latchkey-self-test-'
const leftoverAfterMs = 60 * 60_000

/** A folder for this run. What earlier runs left behind is removed: Windows deletes no file that is in use. */
export function makeTemporaryFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    if (name.startsWith(prefix)) removeLeftover(join(tmpdir(), name))
  }
  return mkdtempSync(join(tmpdir(), prefix))
}

/** Removes what can be removed; the next run removes the rest. */
export function removeTemporaryFolder(path: string): void {
  ignoreErrors(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 }))
}

function removeLeftover(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats && currentTime() - stats.mtimeMs > leftoverAfterMs) removeTemporaryFolder(path)
}
