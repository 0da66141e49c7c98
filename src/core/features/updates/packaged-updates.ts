import { z } from 'zod'

/** The `updates` entry in the `package.json` of a package. */
export const PackagedUpdates = z.object({
  /** The publisher's Ed25519 key (SPKI, base64), if the system doesn't verify signatures. */
  key: z.string().optional(),
  /** The reason why updates are off despite an update source. */
  off: z.literal('unsigned').optional(),
})
export type PackagedUpdates = z.output<typeof PackagedUpdates>
