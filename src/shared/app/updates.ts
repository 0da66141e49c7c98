import { z } from 'zod'
import { CarriedFailure, operation } from './operation.ts'

/** How well tried what is offered has to be. */
export const updateChannels = ['stable', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/** Why Latchkey does not update itself. */
export const updatesOff = [
  'browser',
  'from-source',
  'package-manager',
  'app-store',
  'portable',
  'read-only',
  'no-source',
  'unsigned',
] as const
export type UpdatesOff = (typeof updatesOff)[number]

/** A version that could be installed. */
export const Release = z.object({
  version: z.string(),
  /** ISO 8601. */
  date: z.string().optional(),
  /** What is new, as plain text. */
  notes: z.string(),
})
export type Release = z.output<typeof Release>

/** Where Latchkey stands with its own updates. Nothing is downloaded or installed that nobody asked for. */
export const Updates = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off'), why: z.enum(updatesOff) }),
  z.object({
    state: z.literal('idle'),
    /** When it was looked last, in milliseconds since 1970. */
    checkedAt: z.number().optional(),
    failure: CarriedFailure.optional(),
  }),
  z.object({ state: z.literal('checking') }),
  z.object({
    state: z.literal('available'),
    release: Release,
    /** `later`: not now. `skipped`: not this version. */
    putOff: z.enum(['later', 'skipped']).optional(),
    failure: CarriedFailure.optional(),
  }),
  z.object({ state: z.literal('downloading'), release: Release, percent: z.number() }),
  z.object({ state: z.literal('ready'), release: Release }),
])
export type Updates = z.output<typeof Updates>

const act = operation({ input: z.strictObject({}), output: Updates })

export const updates = {
  get: act,
  /** Looks for a new version now, whatever was put off. */
  check: act,
  /** Brings the version that was found. It is installed when Latchkey quits, or by `install`. */
  download: act,
  /** Not now: nothing is said of this version for three days. */
  later: act,
  /** Not this version: nothing is said of it until there is a newer one. */
  skip: act,
  /** Quits, installs what was downloaded, and starts it. */
  install: act,
}
