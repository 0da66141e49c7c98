import { z } from 'zod'
import { isKeyFileName, isSshAlias, newSshKeyTypes } from '../rules/new-ssh-key.ts'
import { ShownPlan } from './identities.ts'
import { SshKeyChoice } from './local-keys.ts'
import { accountOperation } from './operation.ts'
import { Passphrase } from './private-keys.ts'
import { ChangeResult } from './setup.ts'
import { SshConnection } from './ssh-connection.ts'

const fileName = z.string().refine(isKeyFileName)

/** The defaults for a new SSH key. */
export const NewSshKeyChoices = z.lazy(() =>
  z.object({
    /** An unused file name in `~/.ssh` for each key type. */
    files: z.object({ ed25519: fileName, rsa: fileName, 'ed25519-sk': fileName }),
    title: z.string(),
    /** An unused alias for the SSH host. */
    alias: z.string(),
    /** The SSH host of the instance. */
    host: z.string(),
    hasAgent: z.boolean(),
    /** Whether ssh-keygen is installed. */
    canCreate: z.boolean(),
  }),
)
export type NewSshKeyChoices = z.output<typeof NewSshKeyChoices>

export const NewSshKey = SshKeyChoice.pick({ usage_type: true, expires_at: true }).extend({
  type: z.enum(newSshKeyTypes),
  /** Its name in `~/.ssh`. */
  file: fileName,
  title: SshKeyChoice.shape.title.unwrap(),
  /** Whether to add the key to the SSH agent. */
  toAgent: z.boolean(),
  /** The SSH host alias that uses this key to connect to the instance. */
  alias: z.string().refine(isSshAlias).optional(),
})
export type NewSshKey = z.output<typeof NewSshKey>

export const NewSshKeyPlan = z.lazy(() =>
  ShownPlan.extend({
    /** Why the key won’t be added to the account. */
    notAdded: z.enum(['readonly', 'unreachable']).optional(),
  }),
)
export type NewSshKeyPlan = z.output<typeof NewSshKeyPlan>

export const CreatedSshKey = z.lazy(() =>
  z.object({
    results: z.array(ChangeResult),
    /** Absent if the key couldn't be created. */
    key: z
      .object({
        /** Identifies the changes in `setup.undo`. */
        changes: z.string(),
        /** The path of its private key. */
        file: z.string(),
        fingerprint: z.string(),
        /** A single line, as in its `.pub` file. */
        publicKey: z.string(),
        alias: z.string().optional(),
        /** Why the key can’t be used for a connection test. */
        untested: z.enum(['unadded', 'signing', 'locked']).optional(),
      })
      .optional(),
  }),
)
export type CreatedSshKey = z.output<typeof CreatedSshKey>

/** Creates a new SSH key on this computer and adds it to the account. `setup.undo` undoes all of that. */
export const newSshKey = {
  choices: accountOperation(() => ({ input: z.strictObject({}), output: NewSshKeyChoices })),
  /** Previews the changes without applying them. */
  plan: accountOperation(() => ({ input: NewSshKey, output: NewSshKeyPlan })),
  /** Applies the last plan shown. A security key waits until its owner touches it. */
  create: accountOperation(() => ({
    input: z.strictObject({ plan: z.number(), passphrase: Passphrase.optional() }),
    output: CreatedSshKey,
  })),
  /** Cancels `create`, which then fails as canceled. Keeps a key that was already created. */
  cancel: accountOperation(() => ({ input: z.strictObject({}), output: z.object({}) })),
  /** Connects to the instance over SSH with the key created last. */
  test: accountOperation(() => ({ input: z.strictObject({}), output: SshConnection })),
}
