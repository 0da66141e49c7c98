import { randomBytes } from 'node:crypto'
import { changePrimaryEmail, emailErrors, groupPathErrors } from '../account-emails.ts'
import { type FieldErrors, accountErrors } from '../account-rules.ts'
import type { Context } from '../context.ts'
import { normalizeEmail } from '../database/emails.ts'
import { addUser, newUser } from '../database/new-users.ts'
import { type NewUser, type User, userById, userByUsername } from '../database/users.ts'
import { badRequest } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { choice, text } from '../parameters.ts'
import { toSentence } from '../sentence.ts'

/** Service accounts. */
export const serviceAccountHandlers: FamilyHandlers<'serviceAccounts'> = {
  list: defineHandler({
    parameters: {
      order_by: choice(['id', 'username']),
      sort: choice(['asc', 'desc']),
      ...pagingParameters,
    },
    answer: (call) => {
      const { context, values } = call
      const { order_by: orderBy, sort } = values
      return offsetPage<User>(call, {
        from: `FROM users WHERE kind = 'service_account'`,
        values: [],
        orderBy: `${orderBy ?? 'id'} ${sort ?? 'desc'}`,
        view: (user) => serviceAccountView(context, user),
      })
    },
  }),

  create: defineHandler({
    parameters: { name: text(), username: text(), email: text() },
    // app/services/users/service_accounts/create_service.rb
    notAdminMessage: 'User does not have permission to create a service account.',
    answer: ({ context, caller, values: { name, username, email } }) => {
      const generated = `service_account_${randomBytes(16).toString('hex')}`
      const draft = newUser(
        {
          name: name ?? 'Service account user',
          username: username ?? generated,
          email: `${generated}@noreply.localhost`,
        },
        context.now().toISOString(),
        caller.user.id,
      )
      const requestedEmail = context.flavor.serviceAccountsHaveEmails ? email : undefined
      const customEmail =
        typeof requestedEmail === 'string' ? normalizeEmail(requestedEmail) : undefined
      assertValid(context, draft, customEmail)
      return serviceAccountView(context, storeServiceAccount(context, draft, customEmail))
    },
  }),
}

function serviceAccountView({ flavor, release }: Context, user: User) {
  const { id, username, name, email, unconfirmed_email } = user
  return flavor.serviceAccountsHaveEmails
    ? release.withoutUnknownFields('serviceAccount', {
        id,
        username,
        name,
        email,
        unconfirmed_email,
      })
    : { id, username, name }
}

/** Joins all messages into one sentence instead of a list per field (`lib/api/service_accounts.rb`). */
function assertValid(context: Context, draft: NewUser, customEmail: string | undefined): void {
  const errors: FieldErrors = {
    ...(customEmail === undefined ? {} : emailErrors(context, customEmail)),
    ...accountErrors(draft, []),
    ...groupPathErrors(context, draft.username),
  }
  if (userByUsername(context.db, draft.username)) errors['username'] = ['has already been taken']
  if (Object.keys(errors).length > 0) throw badRequest(toSentence(errors))
}

/** A custom address must be confirmed before replacing the generated one. */
function storeServiceAccount(
  context: Context,
  draft: NewUser,
  customEmail: string | undefined,
): User {
  const { db } = context
  return db.transaction(() => {
    const user = addUser(db, { ...draft, kind: 'service_account', confirmed_at: draft.created_at })
    if (customEmail !== undefined) changePrimaryEmail(context, user, customEmail, false)
    return userById(db, user.id)!
  })
}
