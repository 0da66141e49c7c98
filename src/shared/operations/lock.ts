import { z } from 'zod'
import { allowedWhileLocked, operation } from './operation.ts'

/** Why Latchkey was locked. */
export const lockReasons = ['by-hand', 'idle', 'system'] as const

/** Whether Latchkey is locked, and how it is unlocked. */
export const LockState = z.object({
  locked: z.boolean(),
  reason: z.enum(lockReasons).optional(),
  /** Whether the system confirms the user's identity; otherwise a click unlocks, and the lock only hides the screen. */
  asksWho: z.boolean(),
  /** Whether the desktop does not report its locked screen, so that Latchkey isn't locked with it. */
  missesScreenLock: z.boolean().optional(),
  /** Whether the desktop does not report input to other programs, so that only the use of Latchkey counts. */
  missesOtherInput: z.boolean().optional(),
  /** Whether the queue is paused until Latchkey is unlocked. */
  pausesQueue: z.boolean(),
})
export type LockState = z.output<typeof LockState>

/** Characters of a secret with a snippet around it. */
const maxSecretLength = 100_000

const nothing = z.strictObject({})

/** The lock of the whole app. While it is locked, only `state` and `unlock` are answered. */
export const lock = {
  state: allowedWhileLocked(operation({ input: nothing, output: LockState })),
  lock: operation({ input: nothing, output: LockState }),
  unlock: allowedWhileLocked(operation({ input: nothing, output: LockState })),
  /** Called by a page in a browser while it is used. The desktop app asks the system. */
  inUse: operation({ input: nothing, output: z.object({}) }),
  /** Called after a secret was copied, with its SHA-256, so that it can be removed from the clipboard when Latchkey is locked. */
  copied: operation({
    input: z.strictObject({
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    output: z.object({}),
  }),
  /**
   * Copies a secret with what keeps it out of clipboard histories. In a browser that isn't possible, and the page copies it itself.
   */
  copySecret: operation({
    input: z.strictObject({ text: z.string().min(1).max(maxSecretLength) }),
    output: z.object({ copied: z.boolean() }),
  }),
}
