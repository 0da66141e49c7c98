import { accountParameters } from '../account-changes.ts'
import { createAccount, modifyAccount } from '../accounts.ts'
import { canReadAll } from '../authentication.ts'
import { assertUnmodified } from '../conditional-delete.ts'
import { deleteIdentity, findIdentity } from '../database/identities.ts'
import { solelyOwnedGroups } from '../database/memberships.ts'
import { scheduleDeletion } from '../deletions.ts'
import { ApiError, forbidden, notFound } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { allOrNoneOf, atLeastOneOf, boolean, integer, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'
import { adminListView, adminSingleView, customAttributesView, singleView } from '../views.ts'
import { listParameters, listRules, listUsers } from './users-list.ts'

const id = required(integer())

/** All users of the instance. */
export const usersHandlers: FamilyHandlers<'users'> = {
  list: defineHandler({ parameters: listParameters, rules: listRules, answer: listUsers }),

  get: defineHandler({
    parameters: { id, with_custom_attributes: boolean() },
    allowsAnonymous: true,
    answer: ({ context, optionalCaller: visitor, values }) => {
      if (!visitor) throw forbidden('Not authorized!')
      const user = requireUser(context, values.id)
      if (!canReadAll(context, visitor)) return singleView(context, user, visitor)
      const showsAttributes = visitor.isAdmin && values.with_custom_attributes === true
      return {
        ...adminSingleView(context, user, { ...visitor, isAdmin: true }),
        ...(showsAttributes && customAttributesView(context, user)),
      }
    },
  }),

  create: defineHandler({
    parameters: {
      ...accountParameters,
      email: required(text()),
      name: required(text()),
      username: required(text()),
      force_random_password: boolean(),
      reset_password: boolean(),
      skip_confirmation: boolean(),
    },
    rules: [
      atLeastOneOf('password', 'reset_password', 'force_random_password'),
      allOrNoneOf('extern_uid', 'provider'),
    ],
    answer: ({ context, caller, values }) =>
      adminListView(context, createAccount(context, caller.user.id, values), caller),
  }),

  modify: defineHandler({
    parameters: { id, skip_reconfirmation: boolean(), ...accountParameters },
    rules: [allOrNoneOf('extern_uid', 'provider')],
    answer: ({ context, caller, values: { id: userId, ...change } }) => {
      const user = requireUser(context, userId)
      return adminListView(context, modifyAccount(context, caller.user.id, user, change), caller)
    },
  }),

  remove: defineHandler({
    parameters: { id, hard_delete: boolean() },
    answer: (call) => {
      const { context, values } = call
      const user = requireUser(context, values.id)
      const isHard = values.hard_delete === true
      if (!isHard && solelyOwnedGroups(context.db, user.id).length > 0) {
        throw new ApiError(409, {
          message: 'User cannot be removed while is the sole-owner of a group',
        })
      }
      assertUnmodified(call, user.updated_at)
      scheduleDeletion(context, user, isHard)
    },
  }),

  removeIdentity: defineHandler({
    parameters: { id, provider: required(text()) },
    answer: (call) => {
      const { db } = call.context
      const user = requireUser(call.context, call.values.id)
      const identity = findIdentity(db, user.id, call.values.provider)
      if (!identity) throw notFound('Identity')
      assertUnmodified(call, identity.updated_at)
      deleteIdentity(db, identity)
    },
  }),
}
