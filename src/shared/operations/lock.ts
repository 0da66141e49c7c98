import { z } from 'zod'
import { allowedWhileLocked, operation } from './operation.ts'

/** Why Latchkey was locked. */
export const lockReasons = ['by-hand', 'idle', 'system'] as const

/** Whether Latchkey is locked, and how to unlock it. */
export const LockState = z.lazy(() =>
  z.object({
    locked: z.boolean(),
    reason: z.enum(lockReasons).optional(),
    /**
     * Whether the system verifies the user's identity. If not, a click unlocks Latchkey, and the lock only hides the
     * screen.
     */
    verifiesUser: z.boolean(),
    /** Whether the desktop doesn't report when its screen locks, so Latchkey can't lock along with it. */
    lacksLockEvents: z.boolean().optional(),
    /** Whether the desktop doesn't report input in other programs, so only input in Latchkey counts. */
    lacksSystemInput: z.boolean().optional(),
    /** Whether the queue is paused until Latchkey is unlocked. */
    pausesQueue: z.boolean(),
  }),
)
export type LockState = z.output<typeof LockState>

/** The maximum length of a secret in characters, including the snippet around it. */
const maxSecretLength = 100_000

const noInput = z.strictObject({})

/** The lock for the whole app. While locked, only `state`, `unlock`, and `policy.get` are allowed. */
export const lock = {
  state: allowedWhileLocked(operation(() => ({ input: noInput, output: LockState }))),
  lock: operation(() => ({ input: noInput, output: LockState })),
  unlock: allowedWhileLocked(operation(() => ({ input: noInput, output: LockState }))),
  /** Called by a page in a browser while it is in use. The desktop app queries the system instead. */
  inUse: operation(() => ({ input: noInput, output: z.object({}) })),
  /** Called after a secret was copied, with the secret's SHA-256, so locking can remove it from the clipboard. */
  copied: operation(() => ({
    input: z.strictObject({
      hash: z.string().regex(/^[0-9a-f]{64}$/),
    }),
    output: z.object({}),
  })),
  /**
   * Copies a secret and marks it as hidden from clipboard histories. Browsers don't support that, so there the page
   * copies it itself.
   */
  copySecret: operation(() => ({
    input: z.strictObject({ text: z.string().min(1).max(maxSecretLength) }),
    output: z.object({ copied: z.boolean() }),
  })),
}
