import type { TokenOffer } from '../../../../shared/operations/found-tokens.ts'
import type { FailureError } from '../../../platform/failure.ts'
import { ignoreErrors } from '../../../platform/ignore-errors.ts'
import { normalizeBaseUrl } from '../../../platform/network/base-url.ts'

/** Where to look for tokens. */
export interface Surroundings {
  home: string
  environment: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

/** A token that is read only once the user selects it. */
export interface ReadableToken {
  offer: Omit<TokenOffer, 'id'>
  /** The URL as it was typed or found. The instance may be in one of its subfolders, which the offer leaves out. */
  typedUrl: string
  read(): Promise<string>
  /** Explains why it probably isn't an access token, in case the instance rejects it. */
  explain?(): FailureError
}

/** Parses a URL by the same rules as the sign-in form; undefined if it's invalid. */
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

/** Whether a token's instance could be at a URL. */
export function mayBeAt({ typedUrl }: Pick<ReadableToken, 'typedUrl'>, url: string): boolean {
  const { baseUrl, alternatives } = normalizeBaseUrl(typedUrl)
  return [baseUrl, ...alternatives].includes(url)
}
