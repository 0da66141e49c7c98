import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Text, listOf, maybe } from './fields.ts'

/**
 * Describes the token of the request, whatever its scopes are (`lib/api/personal_access_tokens/self_information.rb`, since 15.5).
 * Not in the table, because the interface document does not have it.
 */
export const ownToken = endpoint('GET', '/personal_access_tokens/self', {
  returns: z.looseObject({ scopes: maybe(listOf(Text)) }),
})
