import { z } from 'zod'
import { allowedWhileLocked, operation } from './operation.ts'

/** Why Latchkey was locked. */
export const lockReasons = ['by-hand', 'idle', 'system'] as const

/** Whether Latchkey is locked, and how to unlock it. */
export const LockState = z.object({
  locked: z.boolean(),
  reason: z.enum(lockReasons).optional(),
  /** Whether the system verifies the user's identity; otherwise a click unlocks, and the lock only hides the screen. */
  asksWho: z.boolean(),
  /** Whether the desktop does not report its screen lock, so that Latchkey can't lock with it. */
  missesScreenLock: z.boolean().optional(),
  /** Whether the desktop does not report input in other programs, so that only input in Latchkey counts. */
  missesOtherInput: z.boolean().optional(),
  /** Whether the queue is paused until Latchkey is unlocked. */
  pausesQueue: z.boolean(),
})
export type LockState = z.output<typeof LockState>

/** Maximum length of a secret including the snippet around it, in characters. */
const maxSecretLength = 100_000

const noInput = z.strictObject({})

/** The lock of the whole app. While locked, only `state` and `unlock` are allowed. */
export const lock = {
  state: allowedWhileLocked(operation({ input: noInput, output: LockState })),
  lock: operation({ input: noInput, output: LockState }),
  unlock: allowedWhileLocked(operation({ input: noInput, output: LockState })),
  /** Called by a page in a browser while in use. The desktop app queries the system. */
  inUse: operation({ input: noInput, output: z.object({}) }),
  /** Called after a secret was copied, with its SHA-256, so that locking can remove it from the clipboard. */
  copied: operation({
    input: z.strictObject({
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    output: z.object({}),
  }),
  /**
   * Copies a secret marked as hidden from clipboard histories. Browsers don't support that, so the page itself
   * copies there.
   */
  copySecret: operation({
    input: z.strictObject({ text: z.string().min(1).max(maxSecretLength) }),
    output: z.object({ copied: z.boolean() }),
  }),
}
