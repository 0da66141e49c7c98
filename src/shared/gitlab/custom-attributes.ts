import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { SentText, ResponseText, textOrEmpty } from './fields.ts'

/** A custom attribute that administrators have set for a user. */
export const CustomAttribute = z.looseObject({ key: ResponseText, value: textOrEmpty })
export type CustomAttribute = z.output<typeof CustomAttribute>

const path = '/users/:id/custom_attributes/:attribute'

/** `lib/api/custom_attributes_endpoints.rb` */
export const customAttributes = {
  get: endpoint('GET', path, { returns: CustomAttribute, admin: true, fresh: true }),
  /** Adds an attribute, or replaces the value of the one with this key. */
  set: endpoint('PUT', path, {
    body: z.strictObject({ value: SentText }),
    returns: CustomAttribute,
    admin: true,
  }),
  remove: endpoint('DELETE', path, { admin: true }),
}
