import type { DirectoryState } from '../../../../shared/app/directory.ts'
import type { TestLatchkey } from '../../../testing/latchkey.ts'

/** Resolves with how a reading ended that runs, or begins by what is called meanwhile. */
export function endOfReading(app: TestLatchkey): Promise<DirectoryState> {
  return new Promise((resolve) => {
    const end = app.on('directory', ({ state }) => {
      if (state.phase === 'reading') return
      end()
      resolve(state)
    })
  })
}

/** Reads everybody and says how that ended. */
export async function readAll(app: TestLatchkey, account: string): Promise<DirectoryState> {
  const ended = endOfReading(app)
  await app.value('directory.read', { everybody: true }, account)
  return ended
}

/** Reads who changed, or everybody where that is due, and says how that ended. */
export async function readAgain(app: TestLatchkey, account: string): Promise<DirectoryState> {
  const ended = endOfReading(app)
  await app.value('directory.read', {}, account)
  return ended
}
