import type { DirectoryState } from '../../../../shared/operations/directory.ts'
import type { TestLatchkey } from '../../../testing/latchkey.ts'

/** Resolves with the last state of the running sync, or of one that a later call starts. */
export function waitForSync(app: TestLatchkey): Promise<DirectoryState> {
  return new Promise((resolve) => {
    const end = app.on('directory', ({ state }) => {
      if (state.phase === 'reading') return
      end()
      resolve(state)
    })
  })
}

/** Runs a full sync and returns the last state. */
export async function readAll(app: TestLatchkey, account: string): Promise<DirectoryState> {
  const ended = waitForSync(app)
  await app.value('directory.read', { allUsers: true }, account)
  return ended
}

/** Runs an incremental sync, or a full one if it's due, and returns the last state. */
export async function readAgain(app: TestLatchkey, account: string): Promise<DirectoryState> {
  const ended = waitForSync(app)
  await app.value('directory.read', {}, account)
  return ended
}
