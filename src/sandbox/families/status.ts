import { clearStatusAfter } from '../../shared/service/current-user.ts'
import { userByIdOrUsername } from '../database/users.ts'
import { notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { choice, required, text } from '../parameters.ts'
import { readStatus, setStatus, statusView } from '../statuses.ts'

const parameters = {
  emoji: text(),
  message: text(),
  // Not a choice: an unknown word counts as not_set (lib/api/users.rb).
  availability: text(),
  clear_status_after: choice(clearStatusAfter),
}

/** What people say they are doing. */
export const statusHandlers: FamilyHandlers<'status'> = {
  get: handler({
    answer: ({ context, caller }) => statusView(readStatus(context, caller.user.id)),
  }),

  of: handler({
    parameters: { id_or_username: required(text()) },
    answer: ({ context, values }) => {
      const user = userByIdOrUsername(context.db, values.id_or_username)
      if (!user) throw notFound('User')
      return statusView(readStatus(context, user.id))
    },
  }),

  set: handler({
    parameters,
    answer: ({ context, caller, values }) =>
      setStatus(context, caller.user.id, { ...nothingSaid, ...values }),
  }),

  update: handler({
    parameters,
    answer: ({ context, caller, values }) => {
      const { patchKeepsOmittedStatus } = context.flavour
      const present = readStatus(context, caller.user.id)
      if (Object.keys(values).length === 0) {
        return patchKeepsOmittedStatus ? statusView(present) : null
      }
      const { emoji, message, availability } = present ?? {}
      const kept = patchKeepsOmittedStatus ? { emoji, message, availability } : {}
      return setStatus(context, caller.user.id, { ...kept, ...values })
    },
  }),
}

const nothingSaid = { emoji: null, message: null, availability: null, clear_status_after: null }
