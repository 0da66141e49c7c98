import {
  type StoredApplication,
  allApplications,
  applicationById,
  deleteApplication,
} from '../database/oauth.ts'
import { forbidden, invalidParameters, notFound } from '../errors.ts'
import { type Call, type FamilyHandlers, defineHandler } from '../handler.ts'
import { applicationView, createApplication, modifyApplication } from '../oauth/applications.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { boolean, integer, required, text } from '../parameters.ts'

const id = required(integer())
const newApplication = {
  name: required(text()),
  redirect_uri: required(text()),
  scopes: required(text()),
  confidential: boolean(),
}

/** Applications of the instance, for administrators. */
export const applicationHandlers: FamilyHandlers<'applications'> = {
  // Not paginated, and includes users' applications (`lib/api/applications.rb`).
  list: defineHandler({
    answer: ({ context }) => allApplications(context.db).map(applicationView),
  }),

  create: defineHandler({
    parameters: newApplication,
    answer: ({ context, values }) => create(context, null, values),
  }),

  remove: defineHandler({
    parameters: { id },
    answer: (call) => deleteApplication(call.context.db, findApplication(call)),
  }),
}

/** The user's own applications. */
export const userApplicationHandlers: FamilyHandlers<'userApplications'> = {
  list: defineHandler({
    permission: permissionTo('read'),
    parameters: pagingParameters,
    answer: (call) =>
      offsetPage<StoredApplication>(call, {
        from: 'FROM oauth_applications WHERE owner_id = ?',
        values: [call.caller.user.id],
        orderBy: 'id',
        view: applicationView,
      }),
  }),

  get: defineHandler({
    permission: permissionTo('read'),
    parameters: { id },
    answer: (call) => applicationView(requireOwn(call)),
  }),

  create: defineHandler({
    permission: permissionTo('create'),
    parameters: newApplication,
    answer: ({ context, caller, values }) => create(context, caller.user.id, values),
  }),

  modify: defineHandler({
    permission: permissionTo('update'),
    parameters: { id, name: text(), scopes: text() },
    answer: (call) => {
      const { name, scopes } = call.values
      if (scopes === '') throw emptyScopes()
      return modifyApplication(call.context, requireOwn(call), {
        name: name ?? undefined,
        scopes: scopes ?? undefined,
      })
    },
  }),

  remove: defineHandler({
    permission: permissionTo('delete'),
    parameters: { id },
    answer: (call) => deleteApplication(call.context.db, requireOwn(call)),
  }),
}

/** Of fine-grained tokens (`lib/api/user_applications.rb`). */
function permissionTo(verb: 'read' | 'create' | 'update' | 'delete'): string {
  return `${verb}_oauth_application`
}

interface Values {
  name: string
  redirect_uri: string
  scopes: string
  confidential?: boolean | null
}

function create(context: Call<Values>['context'], ownerId: number | null, values: Values) {
  if (values.scopes.trim() === '') throw emptyScopes()
  return createApplication(context, ownerId, {
    ...values,
    confidential: values.confidential ?? true,
  })
}

/** Grape's message for `allow_blank: false`. */
const emptyScopes = () => invalidParameters(['scopes is empty'])

function findApplication({ context, values }: Call<{ id: number }>): StoredApplication {
  const application = applicationById(context.db, values.id)
  if (!application) throw notFound('Application')
  return application
}

/** Administrators may also manage others' applications. */
function requireOwn(call: Call<{ id: number }>): StoredApplication {
  const application = findApplication(call)
  const { user, isAdmin } = call.caller
  if (application.owner_id !== user.id && !isAdmin) throw forbidden()
  return application
}
