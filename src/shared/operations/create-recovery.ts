import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** Creations whose answers were lost. Latchkey never sends them again by itself. */
export const createRecovery = {
  /**
   * Checks again whether it happened. Returns the item as the service lists it if it is complete; anything else
   * is a failure with `creation`.
   */
  look: accountOperation({
    input: z.strictObject({ look: z.uuid() }),
    output: z.looseObject({ id: z.number() }),
  }),
}
