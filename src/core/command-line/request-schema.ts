import { z } from 'zod'
import { TimedStatus } from '../../shared/operations/own-status.ts'
import { openableScreens } from './commands.ts'

const account = z.string().max(300).optional()
const days = z.int().min(0).max(99_999)

/** A request as it arrives; operations check their own input again. */
export const CommandRequestSchema = z.lazy(() =>
  z.discriminatedUnion('command', [
    z.strictObject({ command: z.enum(['accounts', 'attention', 'keys']), account }),
    z.strictObject({
      command: z.literal('status'),
      account,
      change: z.union([z.literal('clear'), TimedStatus]).optional(),
    }),
    z.strictObject({ command: z.literal('tokens expiring'), account, days }),
    z.strictObject({
      command: z.literal('expiries'),
      account,
      days: days.optional(),
      isCalendar: z.boolean(),
    }),
    z.strictObject({ command: z.literal('users search'), account, text: z.string() }),
    z.strictObject({ command: z.literal('user'), account, name: z.string() }),
    z.strictObject({ command: z.literal('open'), account, screen: z.enum(openableScreens) }),
  ]),
)
