/** An error response with its exact status and body. */
export class ApiError extends Error {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>

  constructor(status: number, body: object, headers: Record<string, string> = {}) {
    super(`${status} ${JSON.stringify(body)}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    this.headers = headers
  }

  toResponse(): Response {
    return Response.json(this.body, { status: this.status, headers: this.headers })
  }
}

// Bodies match GitLab's: lib/api/helpers.rb (`message`), Grape's parameter checks and router (`error`), and
// lib/api/api_guard.rb (`error` with `error_description`).

export const badRequest = (reason?: string) =>
  new ApiError(400, { message: reason ? `400 Bad request - ${reason}` : '400 Bad request' })

/** A model rejected fields; each has a list of messages. */
export const invalidFields = (fields: Record<string, string[]>) =>
  new ApiError(400, { message: fields })

/** Parameters are missing or invalid; several messages are joined. */
export const invalidParameters = (texts: string[]) => new ApiError(400, { error: texts.join(', ') })

export const unreadableBody = () =>
  new ApiError(400, { error: 'message body does not match declared format' })

export const unauthorized = () => new ApiError(401, { message: '401 Unauthorized' })

/** The token exists but is no longer valid. */
export const invalidToken = (description: string) =>
  new ApiError(
    401,
    { error: 'invalid_token', error_description: description },
    { 'www-authenticate': `Bearer realm="The API", error="invalid_token"` },
  )

export const forbidden = (reason?: string) =>
  new ApiError(403, { message: reason ? `403 Forbidden - ${reason}` : '403 Forbidden' })

/** The token is valid but has none of these scopes. */
export const insufficientScope = (scopes: readonly string[]) =>
  new ApiError(403, {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges than provided by the access token.',
    scope: scopes.join(' '),
  })

/** The fine-grained token lacks this permission (`lib/api/api_guard.rb`, `GranularPermissionsError`). */
export const insufficientPermission = (permission: string) =>
  new ApiError(403, {
    error: 'insufficient_granular_scope',
    error_description: `Access denied: Your Personal Access Token lacks the required permissions: [${permission}].`,
  })

/** `what` is a resource's name, for example "User". */
export const notFound = (what?: string) =>
  new ApiError(404, { message: what ? `404 ${what} Not Found` : '404 Not Found' })

/** For a missing record without its own message (`lib/api/api.rb`, `rescue_from`). */
export const recordNotFound = () => new ApiError(404, { message: '404 Not found' })

export const unknownRoute = () => new ApiError(404, { error: '404 Not Found' })

export const notAllowed = (methods: readonly string[]) =>
  new ApiError(405, { error: '405 Not Allowed' }, { allow: methods.join(', ') })

export const bodyTooLarge = () => new ApiError(413, { error: '413 Request Entity Too Large' })

export const addressTooLong = () => new ApiError(414, { error: '414 URI Too Long' })

export const unsupportedType = (type: string) =>
  new ApiError(415, { error: `The provided content-type '${type}' is not supported.` })

/** A service object rejected its input; its messages are joined into one sentence. */
export const unprocessable = (sentence: string) => new ApiError(422, { message: sentence })

export const internalError = () => new ApiError(500, { message: '500 Internal Server Error' })
