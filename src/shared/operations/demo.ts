import { z } from 'zod'
import { Account } from './accounts.ts'
import { operation } from './operation.ts'

export const demo = {
  /** Starts the built-in demo service, unless it is running, and signs in. */
  start: operation(() => ({
    input: z.strictObject({ as: z.enum(['user', 'admin']) }),
    output: Account,
  })),
}
