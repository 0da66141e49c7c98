import { assertUnmodified } from '../conditional-delete.ts'
import { sendConfirmation } from '../confirmations.ts'
import type { Context } from '../context.ts'
import {
  type Email,
  deleteEmail,
  insertEmail,
  isEmailAddress,
  isEmailTaken,
  normalizeEmail,
} from '../database/emails.ts'
import type { User } from '../database/users.ts'
import { badRequest, invalidFields, notFound } from '../errors.ts'
import { type Call, type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { boolean, integer, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'

const id = required(integer())
const email_id = required(integer())
const email = required(text())

/** Users' email addresses. Only flavor `gitlab` lists the primary one, which can't be deleted. */
export const emailHandlers: FamilyHandlers<'emails'> = {
  list: defineHandler({
    parameters: pagingParameters,
    answer: (call) => listEmails(call, call.caller.user),
  }),

  get: defineHandler({
    parameters: { email_id },
    answer: ({ context, caller, values }) =>
      emailView(findEmail(context, caller.user, values.email_id)),
  }),

  add: defineHandler({
    parameters: { email },
    answer: ({ context, caller, values }) => addEmail(context, caller.user, values.email, false),
  }),

  remove: defineHandler({
    parameters: { email_id },
    answer: (call) => removeEmail(call, call.caller.user, call.values.email_id),
  }),

  listOf: defineHandler({
    parameters: { id, ...pagingParameters },
    answer: (call) => listEmails(call, requireUser(call.context, call.values.id)),
  }),

  addFor: defineHandler({
    parameters: { id, email, skip_confirmation: boolean() },
    answer: (call) =>
      addEmail(
        call.context,
        requireUser(call.context, call.values.id),
        call.values.email,
        call.values.skip_confirmation === true,
      ),
  }),

  removeOf: defineHandler({
    parameters: { id, email_id },
    answer: (call) =>
      removeEmail(call, requireUser(call.context, call.values.id), call.values.email_id),
  }),
}

/** The primary address uses `users.id` as its id, which is lower than any other, so it sorts first. */
const allEmails = `
  SELECT id, id AS user_id, email, confirmed_at, created_at, updated_at FROM users WHERE id = ?1 AND ?2
  UNION ALL SELECT id, user_id, email, confirmed_at, created_at, updated_at FROM emails WHERE user_id = ?1`

function listEmails(call: Call<{ page?: number | null; per_page?: number | null }>, user: User) {
  const { flavor } = call.context
  return offsetPage<Email>(call, {
    from: `FROM (${allEmails})`,
    values: [user.id, flavor.listsPrimaryEmail ? 1 : 0],
    orderBy: 'id',
    view: emailView,
  })
}

function findEmail({ db, flavor }: Context, user: User, emailId: number): Email {
  const stored = db.one<Email>(
    `SELECT * FROM (${allEmails}) WHERE id = ?3`,
    user.id,
    flavor.listsPrimaryEmail ? 1 : 0,
    emailId,
  )
  if (!stored) throw notFound('Email')
  return stored
}

function addEmail(context: Context, user: User, address: string, isConfirmed: boolean) {
  const { db, now } = context
  const email = normalizeEmail(address)
  assertValidEmail(context, email)
  const moment = now().toISOString()
  const confirmed_at = isConfirmed ? moment : null
  return db.transaction(() => {
    const added = insertEmail(db, {
      user_id: user.id,
      email,
      confirmed_at,
      created_at: moment,
    })
    if (!isConfirmed) sendConfirmation(context, user.id, email)
    return emailView({ id: added, email, confirmed_at })
  })
}

function assertValidEmail({ db }: Context, address: string): void {
  const errors = []
  if (address === '') errors.push("can't be blank")
  if (!isEmailAddress(address)) errors.push('is invalid')
  if (isEmailTaken(db, address)) errors.push('has already been taken')
  if (errors.length > 0) throw invalidFields({ email: errors })
}

function removeEmail({ context, headers }: Call<unknown>, user: User, emailId: number): void {
  const removed = findEmail(context, user, emailId)
  assertUnmodified({ headers }, removed.updated_at)
  if (removed.id === user.id) throw badRequest('Cannot delete primary email')
  deleteEmail(context.db, removed)
}

function emailView({ id, email, confirmed_at }: Pick<Email, 'id' | 'email' | 'confirmed_at'>) {
  return { id, email, confirmed_at }
}
