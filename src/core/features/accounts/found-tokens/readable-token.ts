import type { TokenOffer } from '../../../../shared/operations/found-tokens.ts'
import type { FailureError } from '../../../platform/failure.ts'
import { ignoreErrors } from '../../../platform/ignore-errors.ts'
import { normalizeBaseUrl } from '../../../platform/network/base-url.ts'

/** The environment in which tokens are searched. */
export interface Surroundings {
  home: string
  environment: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

/** A token that is read only once the user selects it. */
export interface ReadableToken {
  offer: Omit<TokenOffer, 'id'>
  /** The URL as entered or found. The instance may be in one of its subfolders, which the offer omits. */
  typedUrl: string
  read(): Promise<string>
  /** Why it probably isn't an access token, used if the instance rejects it. */
  explain?(): FailureError
}

/** Parses a URL by the rules of the sign-in form; undefined if invalid. */
export function toInstance(
  typed: string,
): Pick<TokenOffer, 'baseUrl' | 'needsHttpConsent'> | undefined {
  let instance: Pick<TokenOffer, 'baseUrl' | 'needsHttpConsent'> | undefined
  ignoreErrors(() => {
    const { baseUrl, needsHttpConsent } = normalizeBaseUrl(typed)
    instance = { baseUrl, needsHttpConsent }
  })
  return instance
}

/** Whether a token's instance may be at a URL. */
export function mayBeAt({ typedUrl }: Pick<ReadableToken, 'typedUrl'>, url: string): boolean {
  const { baseUrl, alternatives } = normalizeBaseUrl(typedUrl)
  return [baseUrl, ...alternatives].includes(url)
}
