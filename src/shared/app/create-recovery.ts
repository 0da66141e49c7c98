import { z } from 'zod'
import { accountOperation } from './operation.ts'

/** CreateRecovery whose answers were lost. None of them is ever sent again by Latchkey itself. */
export const createRecovery = {
  /**
   * Looks again whether it happened. Answers what is there, as the service lists it, where nothing of it was lost; all else
   * is a failure with `creation`.
   */
  look: accountOperation({
    input: z.strictObject({ look: z.uuid() }),
    output: z.looseObject({ id: z.number() }),
  }),
}
