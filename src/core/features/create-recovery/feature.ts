import type { AccountContext, Feature } from '../feature.ts'

/** What became of a creation whose answer was lost. */
export function createRecoveryFeature({ creations }: AccountContext): Feature<'creations'> {
  return {
    handlers: { creations: { look: ({ look }, me) => creations.look(me, look) } },
    forgetAccount: (id) => creations.forget(id),
  }
}
