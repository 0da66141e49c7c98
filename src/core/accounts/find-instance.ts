import { user } from '../../shared/gitlab/current-user.ts'
import type { CurrentUser } from '../../shared/gitlab/user-fields.ts'
import type { FailureKind } from '../../shared/rules/failure.ts'
import type { ApiClient } from '../gitlab/api-client.ts'
import { isTokenRefusal } from '../gitlab/error-response.ts'
import { FailureError } from '../platform/failure.ts'
import { type BaseUrl, normalizeBaseUrl } from '../platform/network/base-url.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { allowedInstances } from '../policy/company-instances.ts'
import { targetToken } from '../gitlab/credential.ts'
import { insecureUrlError, noServiceFailure, signInFailure } from './sign-in-failure.ts'

/** Normalizes a typed URL. Throws if a token would be sent unencrypted without consent. */
function parseBaseUrl(typed: string, allowHttp: boolean | undefined): BaseUrl {
  const url = normalizeBaseUrl(typed)
  if (url.needsHttpConsent && !allowHttp) throw insecureUrlError(url.baseUrl)
  return url
}

interface TypedInstance {
  /** As typed. */
  baseUrl: string
  allowHttp?: boolean | undefined
  /** The policy that may forbid the instance. */
  policy: ManagedPolicy
}

/** Finds the instance at a typed URL and the owner of a token on it. */
export function findOwner(
  client: ApiClient,
  instance: TypedInstance,
  token: string,
): Promise<{ baseUrl: string; me: CurrentUser }> {
  return tryUrls(instance, async (url) => ({
    baseUrl: url,
    me: await verifyToken(client, url, token),
  }))
}

/** The URL of the instance at a typed URL. */
export function findInstance(client: ApiClient, instance: TypedInstance): Promise<string> {
  return tryUrls(instance, async (url) => {
    try {
      await client.call({ baseUrl: url }, user.get, {})
    } catch (error) {
      // Only GitLab asks for a token in this way.
      if (isTokenRefusal(error)) return url
      throw error instanceof FailureError ? signInFailure(error) : error
    }
    throw new FailureError(noServiceFailure({}))
  })
}

/** Tries the other candidate URLs only if the instance is definitely not at the likeliest one. */
async function tryUrls<T>(
  { baseUrl: typed, allowHttp, policy }: TypedInstance,
  attempt: (baseUrl: string) => Promise<T>,
): Promise<T> {
  const { baseUrl, alternatives } = parseBaseUrl(typed, allowHttp)
  let failed: unknown
  for (const url of allowedInstances(policy, [baseUrl, ...alternatives])) {
    try {
      return await attempt(url)
    } catch (error) {
      const isRightPlace = isFailure(failed, ['not-the-service']) && isFailure(error, refusals)
      if (failed === undefined || isRightPlace) failed = error
      if (!isFailure(error, ['not-the-service', 'refused-redirect', 'unauthorized'])) break
    }
  }
  throw failed
}

/** Responses that concern the token, which prove that an instance sent them. */
const refusals: readonly FailureKind[] = ['unauthorized', 'forbidden']

function isFailure(error: unknown, kinds: readonly FailureKind[]): boolean {
  return error instanceof FailureError && kinds.includes(error.failure.kind)
}

/** Returns the token's owner. */
export async function verifyToken(
  client: ApiClient,
  baseUrl: string,
  token: string,
): Promise<CurrentUser> {
  try {
    const me = await client.call({ baseUrl, ...targetToken(token) }, user.get, {})
    // Other services also have users with IDs.
    if (me.username === '') throw new FailureError(noServiceFailure({}))
    return me
  } catch (error) {
    throw error instanceof FailureError ? signInFailure(error) : error
  }
}
