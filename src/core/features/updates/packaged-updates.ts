import { z } from 'zod'

/** The `updates` entry in a package's `package.json`. */
export const PackagedUpdates = z.object({
  /** The publisher's Ed25519 key (SPKI, base64), if the system itself doesn't verify signatures. */
  key: z.string().optional(),
  /** Why updates are off even though there is an update source. */
  off: z.literal('unsigned').optional(),
})
export type PackagedUpdates = z.output<typeof PackagedUpdates>
