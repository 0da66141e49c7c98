import { user } from '../../shared/service/current-user.ts'
import type { CurrentUser } from '../../shared/service/user-fields.ts'
import { FailureError } from '../infra/failure.ts'
import { normalizeBaseUrl } from '../network/base-url.ts'
import type { ServiceClient } from '../service-client/service-client.ts'
import { insecureUrlError, noServiceFailure, signInFailure } from './sign-in-failure.ts'

/** The normal form of a typed URL; throws where a token would be sent unencrypted without consent. */
export function checkUrl(typed: string, allowHttp: boolean | undefined): string {
  const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
  if (needsHttpConsent && !allowHttp) throw insecureUrlError(baseUrl)
  return baseUrl
}

/** The user of a token that somebody typed. */
export async function verifyToken(
  client: ServiceClient,
  baseUrl: string,
  token: string,
): Promise<CurrentUser> {
  try {
    const me = await client.call({ baseUrl, token }, user.get, {})
    // Other services have users with IDs, too.
    if (me.username === '') throw new FailureError(noServiceFailure({}))
    return me
  } catch (error) {
    throw error instanceof FailureError ? signInFailure(error) : error
  }
}
