import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** Creations whose responses were lost. Latchkey never repeats them automatically. */
export const createRecovery = {
  /**
   * Checks again whether the item was created. Returns it as GitLab lists it if it is complete; otherwise fails with
   * `creation`.
   */
  look: accountOperation({
    input: z.strictObject({ look: z.uuid() }),
    output: z.looseObject({ id: z.number() }),
  }),
}
