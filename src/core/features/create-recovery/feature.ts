import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'

/** What became of a creation whose answer was lost. */
export function createRecoveryFeature({
  createRecovery,
}: AccountContext): Feature<'createRecovery'> {
  return {
    handlers: {
      createRecovery: { look: ({ look }, gitlab) => createRecovery.checkAgain(gitlab, look) },
    },
    forgetAccount: (id) => createRecovery.forget(id),
  }
}
