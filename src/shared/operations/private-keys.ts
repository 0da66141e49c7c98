import { z } from 'zod'
import { LocalKeyId } from './keys.ts'
import { computerOperation } from './operation.ts'

/** A passphrase, which OpenSSH reads as one line. */
export const Passphrase = z
  .string()
  .max(1024)
  .regex(/^[^\0\r\n]*$/)

/** A private key file, and what can be done with it. */
export const PrivateKeyState = z.lazy(() =>
  z.object({
    /** Its path, for display. */
    file: z.string(),
    hasPassphrase: z.boolean(),
    /** Why its passphrase can’t be set here. */
    refusal: z.string().optional(),
    /** The command that sets the passphrase, on systems where Latchkey can’t. */
    command: z.string().optional(),
    hasAgent: z.boolean(),
    isInAgent: z.boolean(),
  }),
)
export type PrivateKeyState = z.output<typeof PrivateKeyState>

const key = z.strictObject({ localKeyId: LocalKeyId })

/** The private keys in `~/.ssh` that have a public key. Only OpenSSH's programs open them. */
export const privateKeys = {
  state: computerOperation(() => ({ input: key, output: PrivateKeyState })),
  /** Sets or changes a passphrase. `current` is required if the key has one. */
  setPassphrase: computerOperation(() => ({
    input: key.extend({ current: Passphrase.optional(), passphrase: Passphrase.min(1) }),
    output: PrivateKeyState,
  })),
  /** Adds a key to the SSH agent until it ends. */
  addToAgent: computerOperation(() => ({
    input: key.extend({ passphrase: Passphrase.optional() }),
    output: PrivateKeyState,
  })),
  removeFromAgent: computerOperation(() => ({ input: key, output: PrivateKeyState })),
}
