import { ApiError } from '../errors.ts'

// Doorkeeper's texts (`config/locales/en.yml`). It has none for polling, so those are ours.
const descriptions = {
  invalid_request:
    'The request is missing a required parameter, includes an unsupported parameter value, or is otherwise malformed.',
  invalid_redirect_uri:
    "The requested redirect uri is malformed or doesn't match client redirect URI.",
  unauthorized_client: 'The client is not authorized to perform this request using this method.',
  access_denied: 'The resource owner or authorization server denied the request.',
  invalid_scope: 'The requested scope is invalid, unknown, or malformed.',
  invalid_code_challenge_method: 'The code challenge method must be S256.',
  unsupported_response_type: 'The authorization server does not support this response type.',
  invalid_client:
    'Client authentication failed due to unknown client, no client authentication included, or unsupported authentication method.',
  invalid_grant:
    'The provided authorization grant is invalid, expired, revoked, does not match the redirection URI used in the authorization request, or was issued to another client.',
  unsupported_grant_type:
    'The authorization grant type is not supported by the authorization server.',
  authorization_pending: 'The user has not confirmed the request yet.',
  slow_down: 'The client polls too often.',
  expired_token: 'The device code has expired.',
} as const
export type OAuthErrorName = keyof typeof descriptions

export function oauthErrorText(name: OAuthErrorName): string {
  return descriptions[name]
}

const statuses: Partial<Record<OAuthErrorName, number>> = {
  invalid_client: 401,
  unauthorized_client: 403,
}

/** An error response of the token endpoints. */
export function oauthError(
  name: OAuthErrorName,
  description: string = descriptions[name],
): ApiError {
  return new ApiError(
    statuses[name] ?? 400,
    { error: name, error_description: description },
    { 'cache-control': 'no-store' },
  )
}

export function missingParameter(name: string): ApiError {
  return oauthError('invalid_request', `Missing required parameter: ${name}.`)
}
