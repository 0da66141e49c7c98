import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** Creations whose responses were lost. Latchkey never repeats them automatically. */
export const createRecovery = {
  /**
   * Checks again whether the item was created. Returns the item from GitLab's list if complete; otherwise fails
   * with `creation`.
   */
  look: accountOperation({
    input: z.strictObject({ look: z.uuid() }),
    output: z.looseObject({ id: z.number() }),
  }),
}
