import { z } from 'zod'

/** What is remembered between two starts so that nothing is told twice. */
export const DesktopFile = z.object({
  /** When each thing was told, in milliseconds since 1970, by the key of its notice. */
  told: z.record(z.string(), z.number()).default({}),
  /** How many refused actions of an account were seen, by its id. */
  refusedSeen: z.record(z.string(), z.number()).default({}),
})
export type DesktopFile = z.output<typeof DesktopFile>
