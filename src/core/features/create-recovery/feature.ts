import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'

/** Checks for creations whose responses were lost. */
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
