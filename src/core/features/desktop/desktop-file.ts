import { z } from 'zod'

/** Stored across restarts to prevent duplicate notifications. */
export const DesktopFile = z.object({
  /** When each notification was shown, in milliseconds since 1970, by its key. */
  told: z.record(z.string(), z.number()).default({}),
  /** Number of failed actions seen by the user, by account ID. */
  refusedSeen: z.record(z.string(), z.number()).default({}),
})
export type DesktopFile = z.output<typeof DesktopFile>
