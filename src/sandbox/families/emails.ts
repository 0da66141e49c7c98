import { mustBeUnchanged } from '../conditional-delete.ts'
import { askToConfirm } from '../confirmations.ts'
import type { Context } from '../context.ts'
import {
  deleteEmail,
  insertEmail,
  isEmailAddress,
  isEmailTaken,
  normalEmail,
} from '../database/emails.ts'
import type { Email } from '../database/emails.ts'
import { userById } from '../database/users.ts'
import type { User } from '../database/users.ts'
import { badRequest, invalidFields, notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { Call, FamilyHandlers } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { boolean, integer, required, text } from '../parameters.ts'

const id = required(integer())
const email_id = required(integer())
const email = required(text())

/** Addresses of people; the primary one is among them in one flavour only, and can never be deleted. */
export const emails: FamilyHandlers<'emails'> = {
  list: handler({
    parameters: pagingParameters,
    answer: (call) => listOf(call, call.caller.user),
  }),

  get: handler({
    parameters: { email_id },
    answer: ({ context, caller, values }) =>
      emailView(emailOf(context, caller.user, values.email_id)),
  }),

  add: handler({
    parameters: { email },
    answer: ({ context, caller, values }) => add(context, caller.user, values.email, false),
  }),

  remove: handler({
    parameters: { email_id },
    answer: (call) => remove(call, call.caller.user, call.values.email_id),
  }),

  listOf: handler({
    parameters: { id, ...pagingParameters },
    answer: (call) => listOf(call, person(call)),
  }),

  addFor: handler({
    parameters: { id, email, skip_confirmation: boolean() },
    answer: (call) =>
      add(call.context, person(call), call.values.email, call.values.skip_confirmation === true),
  }),

  removeOf: handler({
    parameters: { id, email_id },
    answer: (call) => remove(call, person(call), call.values.email_id),
  }),
}

/** `users.id` is the id of the primary address, and lower than those of all others: so it comes first. */
const both = `
  SELECT id, id AS user_id, email, confirmed_at, created_at, updated_at FROM users WHERE id = ?1 AND ?2
  UNION ALL SELECT id, user_id, email, confirmed_at, created_at, updated_at FROM emails WHERE user_id = ?1`

function listOf(call: Call<{ page?: number | null; per_page?: number | null }>, user: User) {
  const { db, flavour } = call.context
  const primary = flavour.listsPrimaryEmail ? 1 : 0
  return offsetPage<Email>(call, {
    count: () =>
      db.one<{ count: number }>(`SELECT count(*) AS count FROM (${both})`, user.id, primary)!.count,
    rows: (limit, offset) =>
      db.all(`${both} ORDER BY id LIMIT ?3 OFFSET ?4`, user.id, primary, limit, offset),
    view: emailView,
  })
}

function emailOf({ db, flavour }: Context, user: User, emailId: number): Email {
  const found = db.one<Email>(
    `SELECT * FROM (${both}) WHERE id = ?3`,
    user.id,
    flavour.listsPrimaryEmail ? 1 : 0,
    emailId,
  )
  if (!found) throw notFound('Email')
  return found
}

function add(context: Context, user: User, address: string, isConfirmed: boolean) {
  const { db, now } = context
  const normal = normalEmail(address)
  refuseWrong(context, normal)
  const moment = now().toISOString()
  const confirmed_at = isConfirmed ? moment : null
  return db.transaction(() => {
    const added = insertEmail(db, {
      user_id: user.id,
      email: normal,
      confirmed_at,
      created_at: moment,
    })
    if (!isConfirmed) askToConfirm(context, user.id, normal)
    return emailView({ id: added, email: normal, confirmed_at })
  })
}

function refuseWrong({ db }: Context, address: string): void {
  const wrong = []
  if (address === '') wrong.push("can't be blank")
  if (!isEmailAddress(address)) wrong.push('is invalid')
  if (isEmailTaken(db, address)) wrong.push('has already been taken')
  if (wrong.length > 0) throw invalidFields({ email: wrong })
}

function remove({ context, headers }: Call<unknown>, user: User, emailId: number): void {
  const found = emailOf(context, user, emailId)
  mustBeUnchanged({ headers }, found.updated_at)
  if (found.id === user.id) throw badRequest('Cannot delete primary email')
  deleteEmail(context.db, found)
}

function person({ context, values }: Call<{ id: number }>): User {
  const user = userById(context.db, values.id)
  if (!user) throw notFound('User')
  return user
}

function emailView({
  id: emailId,
  email: address,
  confirmed_at,
}: Pick<Email, 'id' | 'email' | 'confirmed_at'>) {
  return { id: emailId, email: address, confirmed_at }
}
