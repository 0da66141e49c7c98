import { randomBytes } from 'node:crypto'
import { changeEmail, emailComplaints, pathComplaints } from '../account-emails.ts'
import { complaintsAbout } from '../account-rules.ts'
import type { Complaints } from '../account-rules.ts'
import type { Context } from '../context.ts'
import { normalEmail } from '../database/emails.ts'
import { addUser, newUser } from '../database/new-users.ts'
import { countServiceAccounts, listServiceAccounts } from '../database/service-accounts.ts'
import { userById, userByUsername } from '../database/users.ts'
import type { NewUser, User } from '../database/users.ts'
import { badRequest } from '../errors.ts'
import { handler } from '../handler.ts'
import type { FamilyHandlers } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { choice, text } from '../parameters.ts'
import { sentence } from '../sentence.ts'

/** Accounts for programs. */
export const serviceAccounts: FamilyHandlers<'serviceAccounts'> = {
  list: handler({
    parameters: {
      order_by: choice(['id', 'username']),
      sort: choice(['asc', 'desc']),
      ...pagingParameters,
    },
    answer: (call) => {
      const { context, values } = call
      const { order_by: orderBy, sort } = values
      return offsetPage(call, {
        count: () => countServiceAccounts(context.db),
        rows: (limit, offset) =>
          listServiceAccounts(context.db, orderBy ?? 'id', sort ?? 'desc', limit, offset),
        view: (user) => serviceAccountView(context, user),
      })
    },
  }),

  create: handler({
    parameters: { name: text(), username: text(), email: text() },
    // app/services/users/service_accounts/create_service.rb
    notAdmin: 'User does not have permission to create a service account.',
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
      const wanted = context.flavour.serviceAccountsHaveEmails ? email : undefined
      const ownEmail = typeof wanted === 'string' ? normalEmail(wanted) : undefined
      refuseWrong(context, draft, ownEmail)
      return serviceAccountView(context, store(context, draft, ownEmail))
    },
  }),
}

function serviceAccountView({ flavour, release }: Context, user: User) {
  const { id, username, name, email, unconfirmed_email } = user
  return flavour.serviceAccountsHaveEmails
    ? release.shown('serviceAccount', { id, username, name, email, unconfirmed_email })
    : { id, username, name }
}

/** The complaints are one sentence here, not a list for each field (`lib/api/service_accounts.rb`). */
function refuseWrong(context: Context, draft: NewUser, ownEmail: string | undefined): void {
  const wrong: Complaints = {
    ...(ownEmail === undefined ? {} : emailComplaints(context, ownEmail)),
    ...complaintsAbout(draft, []),
    ...pathComplaints(context, draft.username),
  }
  if (userByUsername(context.db, draft.username)) wrong['username'] = ['has already been taken']
  if (Object.keys(wrong).length > 0) throw badRequest(sentence(wrong))
}

/** An address of its own has to be confirmed before it takes the place of the generated one. */
function store(context: Context, draft: NewUser, ownEmail: string | undefined): User {
  const { db } = context
  return db.transaction(() => {
    const user = addUser(db, { ...draft, kind: 'service_account', confirmed_at: draft.created_at })
    if (ownEmail !== undefined) changeEmail(context, user, ownEmail, false)
    return userById(db, user.id)!
  })
}
