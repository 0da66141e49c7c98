import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { DateText, SentDate, ResponseText, listOf, maybe } from './fields.ts'
import { CreatedToken } from './tokens.ts'

// None is in the table, because the interface document does not have them.

/** Describes the token of the request, whatever its scopes are (`lib/api/personal_access_tokens/self_information.rb`, since 15.5). */
export const ownToken = endpoint('GET', '/personal_access_tokens/self', {
  returns: z.looseObject({
    name: maybe(ResponseText),
    scopes: maybe(listOf(ResponseText)),
    /** The token is dead from 00:00 UTC of that day; null if it never expires. */
    expires_at: maybe(DateText),
  }),
})
export type OwnToken = z.output<typeof ownToken.returns>

/**
 * Puts another token in the place of the one of the request, which is revoked at once (`lib/api/personal_access_tokens/self_rotation.rb`,
 * since 16.10). To send it with a revoked token revokes all that this one was rotated into.
 */
export const rotateOwnToken = endpoint('POST', '/personal_access_tokens/self/rotate', {
  body: z.strictObject({ expires_at: SentDate.optional() }),
  returns: CreatedToken,
  // GitLab answers 200. With another good status the secret must not be lost.
  status: [200, 201],
  secret: true,
})

/** Revokes the token of the request, whatever its scopes are (`lib/api/personal_access_tokens/self_information.rb`, since 15.4). */
export const revokeOwnToken = endpoint('DELETE', '/personal_access_tokens/self')
