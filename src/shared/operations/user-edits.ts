import { z } from 'zod'
import { UserForAdmins } from '../gitlab/user-fields.ts'
import { users } from '../gitlab/users.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { adminOperation } from './operation.ts'

/** The fields of a user when the edit began; see `userRecord`. */
const Base = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish())

const edit = z.strictObject({
  id: z.int().positive(),
  /** Every field as read; for a changed identity, its `extern_uid` with that provider. */
  base: Base,
  changes: users.modify.parameters,
})

export const userEditOperations = {
  /** Sends the fields not changed by others since `base`; doesn't send anything on a conflict. */
  save: adminOperation({ input: edit, output: editOutcome(UserForAdmins) }),
  /** Restores the values in `changes` if those of `base` are still current. */
  undo: adminOperation({ input: edit, output: undoOutcome(UserForAdmins) }),
  /** Creates a user and reports which fields GitLab ignored. */
  create: adminOperation({
    input: users.create.parameters,
    output: z.object({ user: UserForAdmins, ignored: z.array(z.string()) }),
  }),
}
