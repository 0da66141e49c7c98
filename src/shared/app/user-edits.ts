import { z } from 'zod'
import { AdminUser } from '../service/user-fields.ts'
import { users } from '../service/users.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { adminOperation } from './operation.ts'

/** A user as an edit began with them; see `userRecord`. */
const Base = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish())

const edit = z.strictObject({
  id: z.int().positive(),
  /** Every field that was seen, as it was then; of an identity that changes, its `extern_uid` with that provider. */
  base: Base,
  changes: users.modify.parameters,
})

export const userEdits = {
  /** Sends the fields that nobody else changed since `base`, or nothing where somebody changed the same ones. */
  save: adminOperation({ input: edit, output: editOutcome(AdminUser) }),
  /** Brings back the values in `changes` where those of `base` are still there. */
  undo: adminOperation({ input: edit, output: undoOutcome(AdminUser) }),
  /** Creates a user, and tells which fields the service did not take. */
  create: adminOperation({
    input: users.create.parameters,
    output: z.object({ user: AdminUser, ignored: z.array(z.string()) }),
  }),
}
