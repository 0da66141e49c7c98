import { z } from 'zod'
import { Account } from './accounts.ts'
import { operation } from './operation.ts'

export const demo = {
  /** Starts the demo service inside the app, if it is not running yet, and signs in there. */
  start: operation({
    input: z.strictObject({ as: z.enum(['user', 'admin']) }),
    output: Account,
  }),
}
