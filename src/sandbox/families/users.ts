import { accountParameters } from '../account-changes.ts'
import { createAccount, modifyAccount } from '../accounts.ts'
import { readsAll } from '../authentication.ts'
import { mustBeUnchanged } from '../conditional-delete.ts'
import type { Context } from '../context.ts'
import { deleteIdentity, identityOf } from '../database/identities.ts'
import { solelyOwnedGroups } from '../database/memberships.ts'
import { userById } from '../database/users.ts'
import type { User } from '../database/users.ts'
import { scheduleDeletion } from '../deletions.ts'
import { Refusal, forbidden, notFound } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { allOrNoneOf, atLeastOneOf, boolean, integer, required, text } from '../parameters.ts'
import { adminListView, adminSingleView, customAttributesView, singleView } from '../views.ts'
import { listParameters, listRules, listUsers } from './users-list.ts'

const id = required(integer())

/** Everybody who has an account. */
export const users: FamilyHandlers<'users'> = {
  list: handler({ parameters: listParameters, rules: listRules, answer: listUsers }),

  get: handler({
    parameters: { id, with_custom_attributes: boolean() },
    admitsVisitors: true,
    answer: ({ context, visitor, values }) => {
      if (!visitor) throw forbidden('Not authorized!')
      const user = userOf(context, values.id)
      if (!readsAll(context, visitor)) return singleView(context, user, visitor)
      const isAsked = visitor.isAdmin && values.with_custom_attributes === true
      return {
        ...adminSingleView(context, user, { ...visitor, isAdmin: true }),
        ...(isAsked && customAttributesView(context, user)),
      }
    },
  }),

  create: handler({
    parameters: {
      email: required(text()),
      name: required(text()),
      username: required(text()),
      force_random_password: boolean(),
      reset_password: boolean(),
      skip_confirmation: boolean(),
      ...accountParameters,
    },
    rules: [
      atLeastOneOf('password', 'reset_password', 'force_random_password'),
      allOrNoneOf('extern_uid', 'provider'),
    ],
    answer: ({ context, caller, values }) =>
      adminListView(context, createAccount(context, caller.user.id, values), caller),
  }),

  modify: handler({
    parameters: {
      id,
      email: text(),
      name: text(),
      username: text(),
      skip_reconfirmation: boolean(),
      ...accountParameters,
    },
    rules: [allOrNoneOf('extern_uid', 'provider')],
    answer: ({ context, caller, values: { id: userId, ...change } }) => {
      const user = userOf(context, userId)
      return adminListView(context, modifyAccount(context, caller.user.id, user, change), caller)
    },
  }),

  remove: handler({
    parameters: { id, hard_delete: boolean() },
    answer: (call) => {
      const { context, values } = call
      const user = userOf(context, values.id)
      const isHard = values.hard_delete === true
      if (!isHard && solelyOwnedGroups(context.db, user.id).length > 0) {
        throw new Refusal(409, {
          message: 'User cannot be removed while is the sole-owner of a group',
        })
      }
      mustBeUnchanged(call, user.updated_at)
      scheduleDeletion(context, user, isHard)
    },
  }),

  removeIdentity: handler({
    parameters: { id, provider: required(text()) },
    answer: (call) => {
      const { db } = call.context
      const user = userOf(call.context, call.values.id)
      const identity = identityOf(db, user.id, call.values.provider)
      if (!identity) throw notFound('Identity')
      mustBeUnchanged(call, identity.updated_at)
      deleteIdentity(db, identity)
    },
  }),
}

function userOf({ db }: Context, id: number): User {
  const user = userById(db, id)
  if (!user) throw notFound('User')
  return user
}
