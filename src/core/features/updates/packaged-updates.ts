import { z } from 'zod'

/** What a package knows of its updates, as `updates` in its `package.json`. */
export const PackagedUpdates = z.object({
  /** The Ed25519 key of its maker (SPKI, base64), where the system checks no signatures. */
  key: z.string().optional(),
  /** Why it has no place for updates although one was given. */
  off: z.literal('unsigned').optional(),
})
export type PackagedUpdates = z.output<typeof PackagedUpdates>
