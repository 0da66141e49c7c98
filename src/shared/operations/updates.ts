import { z } from 'zod'
import { CarriedFailure, operation } from './operation.ts'

/** The kind of versions to offer. */
export const updateChannels = ['stable', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

/** The reasons why Latchkey may not update itself. */
export const updatesOff = [
  'browser',
  'from-source',
  'package-manager',
  'app-store',
  'portable',
  'read-only',
  'no-source',
  'unsigned',
  /** The company updates Latchkey. */
  'managed',
] as const
export type UpdatesOff = (typeof updatesOff)[number]

/** A version that can be installed. */
export const Release = z.lazy(() =>
  z.object({
    version: z.string(),
    /** ISO 8601. */
    date: z.string().optional(),
    /** The release notes as plain text. */
    notes: z.string(),
  }),
)
export type Release = z.output<typeof Release>

/** The state of Latchkey's updates, which it downloads and installs only on request. */
export const Updates = z.lazy(() =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('off'), why: z.enum(updatesOff) }),
    z.object({
      state: z.literal('idle'),
      /** The time of the last check, in milliseconds since 1970. */
      checkedAt: z.number().optional(),
      failure: CarriedFailure.optional(),
    }),
    z.object({ state: z.literal('checking') }),
    z.object({
      state: z.literal('available'),
      release: Release,
      /** `later`: not now. `skipped`: not this version. */
      deferral: z.enum(['later', 'skipped']).optional(),
      failure: CarriedFailure.optional(),
    }),
    z.object({ state: z.literal('downloading'), release: Release, percent: z.number() }),
    z.object({ state: z.literal('ready'), release: Release }),
  ]),
)
export type Updates = z.output<typeof Updates>

const act = operation(() => ({ input: z.strictObject({}), output: Updates }))

export const updates = {
  get: act,
  /** Checks for a new version now. Also offers postponed and skipped versions. */
  check: act,
  /** Downloads the available version, which is installed when Latchkey quits or when `install` is called. */
  download: act,
  /** Postpones this version for three days. */
  later: act,
  /** Skips this version. Newer versions are still offered. */
  skip: act,
  /** Quits, installs the downloaded version, and starts it. */
  install: act,
}
