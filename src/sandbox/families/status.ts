import { clearStatusAfter } from '../../shared/gitlab/current-user.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { choice, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { readStatus, setStatus, statusView } from '../statuses.ts'

const parameters = {
  emoji: text(),
  message: text(),
  // Not an enum: an unknown value is treated as not_set (lib/api/users.rb).
  availability: text(),
  clear_status_after: choice(clearStatusAfter),
}

/** User statuses. */
export const statusHandlers: FamilyHandlers<'status'> = {
  get: defineHandler({
    answer: ({ context, caller }) => statusView(readStatus(context, caller.user.id)),
  }),

  of: defineHandler({
    parameters: { id_or_username: required(text()) },
    answer: ({ context, values }) => {
      const user = requireUser(context, values.id_or_username)
      return statusView(readStatus(context, user.id))
    },
  }),

  set: defineHandler({
    parameters,
    answer: ({ context, caller, values }) =>
      setStatus(context, caller.user.id, { ...emptyStatus, ...values }),
  }),

  update: defineHandler({
    parameters,
    answer: ({ context, caller, values }) => {
      const { patchKeepsOmittedStatus } = context.flavor
      const current = readStatus(context, caller.user.id)
      if (Object.keys(values).length === 0) {
        return patchKeepsOmittedStatus ? statusView(current) : null
      }
      const { emoji, message, availability } = current ?? {}
      const keptFields = patchKeepsOmittedStatus ? { emoji, message, availability } : {}
      return setStatus(context, caller.user.id, { ...keptFields, ...values })
    },
  }),
}

const emptyStatus = { emoji: null, message: null, availability: null, clear_status_after: null }
