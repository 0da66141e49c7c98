import {
  type Application,
  applications,
  userApplications,
} from '../../../../shared/gitlab/applications.ts'
import { personalAccessTokens } from '../../../../shared/gitlab/tokens.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'

/** GitLab ignores the port of this address in the one that Latchkey sends. */
const redirect_uri = 'http://127.0.0.1/'

/** What a session can have of a token's scopes. */
const sessionScopes = ['api', 'read_api', 'read_user', 'create_runner', 'admin_mode', 'sudo']
/** Scopes that `api` includes. */
const includedInApi = ['read_api', 'read_user', 'create_runner']

/** Whether users of an instance can have applications of their own (since GitLab 19.0). */
export async function offersOwnApplications(gitlab: GitLabClient): Promise<boolean> {
  try {
    await gitlab.page(userApplications.list, {})
    return true
  } catch (error) {
    if (error instanceof FailureError) return false
    throw error
  }
}

/** The scopes of an account's token that a session can have, too, and those that only the token has. */
export async function scopesForSession(
  gitlab: GitLabClient,
): Promise<{ scopes: string[]; omitted: string[] }> {
  const { scopes: all } = await gitlab.call(personalAccessTokens.self, {})
  const omitted = (all ?? []).filter((scope) => !sessionScopes.includes(scope))
  const possible = sessionScopes.filter((scope) => all?.includes(scope))
  if (!possible.includes('api')) return { scopes: possible, omitted }
  return { scopes: possible.filter((scope) => !includedInApi.includes(scope)), omitted }
}

/** Finds the user's application for these scopes, so all of their computers share one, or else creates it. */
export async function ownApplication(
  gitlab: GitLabClient,
  scopes: readonly string[],
): Promise<string> {
  const all = await gitlab.all(userApplications.list, {})
  const [existing] = matching(all, scopes)
  if (existing) return existing.application_id
  const created = await gitlab.call(userApplications.create, newApplication(scopes))
  return created.application_id
}

/** Latchkey's applications for the whole instance. The list also has those of users, who can delete theirs. */
export async function instanceApplications(
  gitlab: GitLabClient,
  scopes: readonly string[],
): Promise<string[]> {
  const all = await gitlab.call(applications.list, {})
  return matching(all, scopes).map(({ application_id }) => application_id)
}

export function newApplication(scopes: readonly string[]) {
  return {
    name: applicationName(scopes),
    redirect_uri,
    scopes: scopes.join(' '),
    confidential: false,
  } as const
}

/** The applications that only Latchkey can use: another redirect would send the code elsewhere. */
function matching(all: readonly Application[], scopes: readonly string[]): Application[] {
  return all.filter(({ application_name, callback_url, confidential }) => {
    // guard: application-redirect
    if (callback_url.trim() !== redirect_uri) return false
    return application_name === applicationName(scopes) && confidential === false
  })
}

/** GitLab doesn't list the scopes of an application, so its name has those that are unusual. */
function applicationName(scopes: readonly string[]): string {
  return ['Latchkey', ...scopes.filter((scope) => scope !== 'api')].join(' ')
}
