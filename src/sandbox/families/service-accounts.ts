import { randomBytes } from 'node:crypto'
import { changePrimaryEmail, emailErrors, groupPathErrors } from '../account-emails.ts'
import { type FieldErrors, accountErrors } from '../account-rules.ts'
import type { Context } from '../context.ts'
import { normalizeEmail } from '../database/emails.ts'
import {
  type AccessLevel,
  type Namespace,
  accessLevels,
  groupByPathOrNumber,
  levelIn,
  projectByPathOrNumber,
} from '../database/memberships.ts'
import { addUser, newUser } from '../database/new-users.ts'
import { type NewUser, type User, userById, userByUsername } from '../database/users.ts'
import { badRequest, forbidden, notFound } from '../errors.ts'
import { type Call, type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { type Values, choice, required, text } from '../parameters.ts'
import { toSentence } from '../sentence.ts'

const listParameters = {
  order_by: choice(['id', 'username']),
  sort: choice(['asc', 'desc']),
  ...pagingParameters,
}

/** Service accounts. */
export const serviceAccountHandlers: FamilyHandlers<'serviceAccounts'> = {
  /** Includes those of groups and projects. */
  list: defineHandler({ parameters: listParameters, answer: (call) => page(call) }),

  listOfGroup: defineHandler({
    parameters: { group: required(text()), ...listParameters },
    answer(call) {
      const group = groupByPathOrNumber(call.context.db, call.values.group)
      assertManages(call, 'Group', group, accessLevels.owner)
      return page(call, { field: 'provisioned_by_group_id', number: group.number })
    },
  }),

  listOfProject: defineHandler({
    parameters: { project: required(text()), ...listParameters },
    answer(call) {
      const project = projectByPathOrNumber(call.context.db, call.values.project)
      assertManages(call, 'Project', project, accessLevels.maintainer)
      return page(call, { field: 'provisioned_by_project_id', number: project.number })
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

type ListCall = Call<Values<typeof listParameters>>

/** A page of all service accounts, or of those that a group or project owns. */
function page(
  call: ListCall,
  owner?: { field: 'provisioned_by_group_id' | 'provisioned_by_project_id'; number: number },
) {
  const { context, values } = call
  const { order_by: orderBy, sort } = values
  const ofOwner = owner ? ` AND json_extract(profile, '$.${owner.field}') = ?` : ''
  return offsetPage<User>(call, {
    from: `FROM users WHERE kind = 'service_account'${ofOwner}`,
    values: owner ? [owner.number] : [],
    orderBy: `${orderBy ?? 'id'} ${sort ?? 'desc'}`,
    view: (user) => serviceAccountView(context, user),
  })
}

/** All groups and projects are private: only their members know that they exist (`ee/lib/api/*_service_accounts.rb`). */
function assertManages(
  { context: { db }, caller }: ListCall,
  type: 'Group' | 'Project',
  place: Namespace | undefined,
  minimum: AccessLevel,
): asserts place is Namespace {
  const level = place ? levelIn(db, caller.user.id, place.id) : 0
  if (!place || (!caller.isAdmin && level === 0)) throw notFound(type)
  if (!caller.isAdmin && level < minimum) throw forbidden()
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
