import { z } from 'zod'

/** The `updates` entry in the `package.json` of a package. */
export const PackagedUpdates = z.object({
  /** The publisher's Ed25519 key (SPKI, base64), if the system verifies no signatures. */
  key: z.string().optional(),
  /** Why it takes no updates although it has an update source. */
  off: z.literal('unsigned').optional(),
})
export type PackagedUpdates = z.output<typeof PackagedUpdates>
