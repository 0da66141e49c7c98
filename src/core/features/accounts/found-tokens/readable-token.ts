import type { TokenOffer } from '../../../../shared/operations/found-tokens.ts'
import type { FailureError } from '../../../platform/failure.ts'
import { ignoreErrors } from '../../../platform/ignore-errors.ts'
import { normalizeBaseUrl } from '../../../platform/network/base-url.ts'

/** The computer as tokens are looked for on it. */
export interface Surroundings {
  home: string
  environment: NodeJS.ProcessEnv
  platform: NodeJS.Platform
}

/** A token that is read once somebody chose it. */
export interface ReadableToken {
  offer: Omit<TokenOffer, 'id'>
  /** The URL as it was typed or found. The instance may be in a folder of it, which the offer leaves out. */
  typedUrl: string
  read(): Promise<string>
  /** Why it is probably no token, where the instance doesn't know it. */
  explain?(): FailureError
}

/** A URL by the rules of the sign-in form; undefined if it is none. */
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
