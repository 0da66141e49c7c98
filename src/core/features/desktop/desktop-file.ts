import { z } from 'zod'

/** Kept over restarts, so that no notification is shown twice. */
export const DesktopFile = z.object({
  /** When each notification was shown, in milliseconds since 1970, by its key. */
  told: z.record(z.string(), z.number()).default({}),
  /** The number of failed actions that were seen, by the ID of the account. */
  refusedSeen: z.record(z.string(), z.number()).default({}),
})
export type DesktopFile = z.output<typeof DesktopFile>
