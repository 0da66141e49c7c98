import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** Create requests whose responses were lost. Latchkey never resends them automatically. */
export const createRecovery = {
  /**
   * Checks again whether the item was created. Returns the item from GitLab's list if it is complete there, and
   * otherwise fails with `creation`.
   */
  look: accountOperation(() => ({
    input: z.strictObject({ look: z.uuid() }),
    output: z.looseObject({ id: z.number() }),
  })),
}
