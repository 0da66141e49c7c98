import { z } from 'zod'

/** The entry `updates` in the `package.json` of a package. */
export const PackagedUpdates = z.object({
  /** The Ed25519 key of its maker (SPKI, base64), where the system checks no signatures. */
  key: z.string().optional(),
  /** Why it takes no updates although it has an update source. */
  off: z.literal('unsigned').optional(),
})
export type PackagedUpdates = z.output<typeof PackagedUpdates>
