import { z } from 'zod'

/** Kept across restarts to avoid duplicate notifications. */
export const DesktopFile = z.object({
  /** When each notification was shown (ms since 1970), by its key. */
  told: z.record(z.string(), z.number()).default({}),
  /** How many failed actions the user has seen, by account ID. */
  refusedSeen: z.record(z.string(), z.number()).default({}),
})
export type DesktopFile = z.output<typeof DesktopFile>
