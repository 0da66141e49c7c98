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

/** A token that is only read after the user chose it. */
export interface ReadableToken {
  offer: Omit<TokenOffer, 'id'>
  /** The URL as typed or found. The instance may be in one of its subfolders, which the offer leaves out. */
  typedUrl: string
  read(): Promise<string>
  /** Why it probably isn't an access token, for when the instance rejects it. */
  explain?(): FailureError
}

/** A URL by the rules of the sign-in form; undefined if invalid. */
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

/** Whether the instance of a token may be at a URL. */
export function mayBeAt({ typedUrl }: Pick<ReadableToken, 'typedUrl'>, url: string): boolean {
  const { baseUrl, alternatives } = normalizeBaseUrl(typedUrl)
  return [baseUrl, ...alternatives].includes(url)
}
