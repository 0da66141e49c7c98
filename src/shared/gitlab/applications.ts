import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, Id, ResponseText, Secret, SentText, maybe, textOrEmpty } from './fields.ts'

/** An application that can ask users to sign in with OAuth (`lib/api/entities/application.rb`). */
export const OAuthApplication = z.looseObject({
  id: Id,
  /** The client ID. */
  application_id: textOrEmpty,
  application_name: textOrEmpty,
  /** The redirect URIs, one per line. */
  callback_url: textOrEmpty,
  confidential: maybe(Flag),
})
export type OAuthApplication = z.output<typeof OAuthApplication>

/** Only this response contains the secret, which applications that aren't confidential don't need. */
export const CreatedOAuthApplication = OAuthApplication.extend({
  application_id: Secret,
  secret: maybe(ResponseText),
})
export type CreatedOAuthApplication = z.output<typeof CreatedOAuthApplication>

const newApplication = z.strictObject({
  name: SentText,
  redirect_uri: SentText,
  /** Separated by spaces. */
  scopes: SentText,
  /** True by default. */
  confidential: z.boolean().optional(),
})

/** Applications of the whole instance (`lib/api/applications.rb`), not on GitLab.com. */
export const applications = {
  /** Includes every user's applications. */
  list: endpoint('GET', '/applications', {
    returns: z.array(OAuthApplication),
    admin: true,
    fresh: true,
    optional: true,
    local: true,
  }),
  create: endpoint('POST', '/applications', {
    body: newApplication,
    returns: CreatedOAuthApplication,
    admin: true,
    secret: true,
    optional: true,
    local: true,
  }),
  /** Ends all sessions that were started with the application. */
  remove: endpoint('DELETE', '/applications/:id', { admin: true, optional: true, local: true }),
}

/** The user's own applications (`lib/api/user_applications.rb`, since 19.0), not on GitLab.com. */
export const userApplications = {
  list: endpoint('GET', '/user/applications', {
    returns: z.array(OAuthApplication),
    paged: true,
    fresh: true,
    optional: true,
    local: true,
  }),
  get: endpoint('GET', '/user/applications/:id', {
    returns: OAuthApplication,
    fresh: true,
    optional: true,
    local: true,
  }),
  create: endpoint('POST', '/user/applications', {
    body: newApplication,
    returns: CreatedOAuthApplication,
    secret: true,
    optional: true,
    local: true,
  }),
  /** Can't change the redirect URI, or whether the application is confidential. */
  modify: endpoint('PUT', '/user/applications/:id', {
    body: newApplication.pick({ name: true, scopes: true }).partial(),
    returns: OAuthApplication,
    optional: true,
    local: true,
  }),
  /** Ends all sessions that were started with the application. */
  remove: endpoint('DELETE', '/user/applications/:id', { optional: true, local: true }),
}
