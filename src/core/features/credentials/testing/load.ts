import type { CredentialsState } from '../../../../shared/operations/credentials.ts'
import type { TestLatchkey } from '../../../testing/latchkey.ts'

/** Resolves with the last state of the running load, or of one that a later call starts. */
export function waitForCredentials(app: TestLatchkey): Promise<CredentialsState> {
  return new Promise((resolve) => {
    const end = app.on('credentials', ({ state }) => {
      if (state.phase === 'reading') return
      end()
      resolve(state)
    })
  })
}
