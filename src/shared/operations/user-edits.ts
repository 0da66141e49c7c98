import { z } from 'zod'
import { UserForAdmins } from '../gitlab/user-fields.ts'
import { users } from '../gitlab/users.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { adminOperation } from './operation.ts'

/** A user's fields when the edit began; see `userRecord`. */
const Base = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish()),
)

const edit = z.lazy(() =>
  z.strictObject({
    id: z.int().positive(),
    /** Every field as it was read. For a changed identity, this includes the `extern_uid` at its provider. */
    base: Base,
    changes: users.modify.parameters,
  }),
)

export const userEditOperations = {
  /**
   * Sends the changed fields, except those that others have changed since `base`. Sends nothing if there is a conflict.
   */
  save: adminOperation(() => ({ input: edit, output: editOutcome(UserForAdmins) })),
  /** Restores the values in `changes`, if those in `base` are still current. */
  undo: adminOperation(() => ({ input: edit, output: undoOutcome(UserForAdmins) })),
  /** Creates a user and reports which fields GitLab ignored. */
  create: adminOperation(() => ({
    input: users.create.parameters,
    output: z.object({ user: UserForAdmins, ignored: z.array(z.string()) }),
  })),
}
