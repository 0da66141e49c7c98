import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, Id, ResponseText, SentText, maybe, textOrEmpty } from './fields.ts'

/** An application that can ask users to sign in with OAuth (`lib/api/entities/application.rb`). */
export const Application = z.looseObject({
  id: Id,
  /** The client ID, without which nobody can sign in. */
  application_id: z.string().min(1),
  application_name: textOrEmpty,
  /** The redirect URIs, one per line. */
  callback_url: textOrEmpty,
  confidential: maybe(Flag),
})
export type Application = z.output<typeof Application>

/**
 * Only this response contains the secret. It isn't marked as `secret`, because applications that aren't confidential don't
 * need it: a list entry can replace a lost response.
 */
export const CreatedApplication = Application.extend({ secret: maybe(ResponseText) })

const newApplication = z.strictObject({
  name: SentText,
  redirect_uri: SentText,
  /** Separated by spaces. */
  scopes: SentText,
  /** GitLab's default is true, but an application on the user's computer can't keep a secret. */
  confidential: z.literal(false),
})

/** Applications of the whole instance (`lib/api/applications.rb`), not on GitLab.com. */
export const applications = {
  /** Includes every user's applications. */
  list: endpoint('GET', '/applications', {
    returns: z.array(Application),
    admin: true,
    fresh: true,
    optional: true,
    local: true,
  }),
  create: endpoint('POST', '/applications', {
    body: newApplication,
    returns: CreatedApplication,
    admin: true,
    optional: true,
    local: true,
  }),
  /** Ends all sessions that were started with the application. */
  remove: endpoint('DELETE', '/applications/:id', { admin: true, optional: true, local: true }),
}

/** The user's own applications (`lib/api/user_applications.rb`, since 19.0), not on GitLab.com. */
export const userApplications = {
  list: endpoint('GET', '/user/applications', {
    returns: z.array(Application),
    paged: true,
    fresh: true,
    optional: true,
    local: true,
  }),
  get: endpoint('GET', '/user/applications/:id', {
    returns: Application,
    fresh: true,
    optional: true,
    local: true,
  }),
  create: endpoint('POST', '/user/applications', {
    body: newApplication,
    returns: CreatedApplication,
    optional: true,
    local: true,
  }),
  /** Can't change the redirect URI, or whether the application is confidential. */
  modify: endpoint('PUT', '/user/applications/:id', {
    body: newApplication.pick({ name: true, scopes: true }).partial(),
    returns: Application,
    optional: true,
    local: true,
  }),
  /** Ends all sessions that were started with the application. */
  remove: endpoint('DELETE', '/user/applications/:id', { optional: true, local: true }),
}
