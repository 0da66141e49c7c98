import { z } from 'zod'
import { isKeyFileName, isSshAlias, newSshKeyTypes } from '../rules/new-ssh-key.ts'
import { ShownPlan } from './identities.ts'
import { SshKeyChoice } from './local-keys.ts'
import { accountOperation } from './operation.ts'
import { ChangeResult } from './setup.ts'
import { SshConnection } from './ssh-connection.ts'

const fileName = z.string().refine(isKeyFileName)

/** What is proposed for a new SSH key. */
export const NewSshKeyChoices = z.object({
  /** For each type, a name in `~/.ssh` that nothing has. */
  files: z.object({ ed25519: fileName, rsa: fileName, 'ed25519-sk': fileName }),
  title: z.string(),
  /** A name for the SSH host that isn’t in use. */
  alias: z.string(),
  /** The SSH host of the instance. */
  host: z.string(),
  hasAgent: z.boolean(),
  /** Whether ssh-keygen is installed. */
  canCreate: z.boolean(),
})
export type NewSshKeyChoices = z.output<typeof NewSshKeyChoices>

export const NewSshKey = SshKeyChoice.pick({ usage_type: true, expires_at: true }).extend({
  type: z.enum(newSshKeyTypes),
  /** In `~/.ssh`. */
  file: fileName,
  title: SshKeyChoice.shape.title.unwrap(),
  /** Whether the SSH agent gets it. */
  toAgent: z.boolean(),
  /** The name by which ssh reaches the instance with this key. */
  alias: z.string().refine(isSshAlias).optional(),
})
export type NewSshKey = z.output<typeof NewSshKey>

export const NewSshKeyPlan = ShownPlan.extend({
  /** Why the key won’t be added to the account. */
  notAdded: z.enum(['readonly', 'unreachable']).optional(),
})
export type NewSshKeyPlan = z.output<typeof NewSshKeyPlan>

export const CreatedSshKey = z.object({
  results: z.array(ChangeResult),
  /** Absent if it wasn’t created. */
  key: z
    .object({
      /** Names the changes in `setup.undo`. */
      changes: z.string(),
      /** The path of its private half. */
      file: z.string(),
      fingerprint: z.string(),
      /** One line, as in its `.pub` file. */
      publicKey: z.string(),
      alias: z.string().optional(),
      /** Why the connection can’t be tested with it. */
      untested: z.enum(['unadded', 'signing', 'locked']).optional(),
    })
    .optional(),
})
export type CreatedSshKey = z.output<typeof CreatedSshKey>

/** A new SSH key: created on this computer, and added to the account. `setup.undo` undoes it as a whole. */
export const newSshKey = {
  choices: accountOperation({ input: z.strictObject({}), output: NewSshKeyChoices }),
  /** What would be changed. Nothing is. */
  plan: accountOperation({ input: NewSshKey, output: NewSshKeyPlan }),
  /** Makes the changes of the plan that was shown last. A security key waits until somebody touches it. */
  create: accountOperation({
    input: z.strictObject({ plan: z.number(), passphrase: z.string().max(1024).optional() }),
    output: CreatedSshKey,
  }),
  /** Ends the creation, which answers that it was canceled. A key that is there by then stays. */
  cancel: accountOperation({ input: z.strictObject({}), output: z.object({}) }),
  /** Connects to the instance over SSH with the key that was created last. */
  test: accountOperation({ input: z.strictObject({}), output: SshConnection }),
}
