import { z } from 'zod'
import { parse } from '../../shared/gitlab/parse.ts'
import type { Target } from './target.ts'

/** The tokens of an OAuth session, kept as one keychain item and always replaced together. */
export const Session = z.object({
  access: z.string(),
  /** Absent if GitLab sent none, or if it may have been used up. */
  refresh: z.string().optional(),
  /** When the access token ends, in milliseconds since 1970, counted from the receipt of the response. */
  expiresAt: z.number().optional(),
  /** When to refresh it, if no request is in progress. */
  refreshAt: z.number().optional(),
  /** The ID of the application on the instance through which the user signed in. */
  clientId: z.string(),
  scopes: z.array(z.string()),
})
export type Session = z.output<typeof Session>

/** Tokens have no spaces, so none begins like this. */
const sessionStart = 'oauth '

/** The session in an account's secret; undefined if it is a personal access token. */
export function sessionIn(secret: string): Session | undefined {
  if (!secret.startsWith(sessionStart)) return undefined
  return parse(Session, JSON.parse(secret.slice(sessionStart.length)))
}

/** A session as a secret. */
export function sessionSecret(session: Session): string {
  return sessionStart + JSON.stringify(session)
}

/** How a request carries an account's secret. */
export function targetToken(secret: string): Pick<Target, 'token' | 'isSession'> {
  const session = sessionIn(secret)
  return session ? { token: session.access, isSession: true } : { token: secret }
}
