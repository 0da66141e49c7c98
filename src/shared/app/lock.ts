import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../validation.ts'
import { evenLocked, operation } from './operation.ts'

/** Why Latchkey was locked. */
export const lockReasons = ['by-hand', 'idle', 'system'] as const

/** Whether Latchkey shows and does nothing until somebody unlocks it. */
export const LockState = z.object({
  locked: z.boolean(),
  reason: z.enum(lockReasons).optional(),
  /** Whether the system asks who is there; else a click is enough, and the lock only hides what was on the screen. */
  asksWho: z.boolean(),
  /** Whether the desktop does not tell when its screen is locked, so that Latchkey isn't locked with it. */
  missesScreenLock: z.boolean().optional(),
  /** Whether nothing of the queue is sent until Latchkey is unlocked. */
  pausesQueue: z.boolean(),
})
export type LockState = z.output<typeof LockState>

/** Characters of a secret with a snippet around it. */
const longestSecret = 100_000

const nothing = z.strictObject({})

/** The lock of the whole app. While it is locked, nothing is answered but `state` and `unlock`. */
export const lock = {
  state: evenLocked(operation({ input: nothing, output: LockState })),
  lock: operation({ input: nothing, output: LockState }),
  unlock: evenLocked(operation({ input: nothing, output: LockState })),
  /** Said by a page in a browser while somebody uses it. The desktop app asks the system. */
  inUse: operation({ input: nothing, output: z.object({}) }),
  /** Said when a secret was copied: its SHA-256, by which it is taken out of the clipboard when Latchkey is locked. */
  copied: operation({
    input: z.strictObject({
      hash: z.string().regex(/^[0-9a-f]{64}$/, issueText(message('validation.noHash'))),
    }),
    output: z.object({}),
  }),
  /**
   * Copies a secret with what keeps it out of clipboard histories. In a browser that isn't possible, and the page copies it itself.
   */
  copySecret: operation({
    input: z.strictObject({ text: z.string().min(1).max(longestSecret) }),
    output: z.object({ copied: z.boolean() }),
  }),
}
