import type { Context } from '../context.ts'
import {
  customAttributesOf,
  removeCustomAttribute,
  setCustomAttribute,
} from '../database/custom-attributes.ts'
import { invalidFields, recordNotFound } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { integer, required, text } from '../parameters.ts'
import { requireUser } from '../require-user.ts'

const id = required(integer())
const attribute = required(text())

/** The custom attributes that administrators set on users (`lib/api/custom_attributes_endpoints.rb`). */
export const customAttributeHandlers: FamilyHandlers<'customAttributes'> = {
  get: defineHandler({
    parameters: { id, attribute },
    answer: ({ context, values }) => requireAttribute(context, values),
  }),

  set: defineHandler({
    parameters: { id, attribute, value: required(text()) },
    answer: ({ context, values: { id, attribute: key, value } }) => {
      const user = requireUser(context, id)
      if (value.trim() === '') throw invalidFields({ value: [`can't be blank`] })
      setCustomAttribute(context.db, user.id, { key, value })
      return { key, value }
    },
  }),

  remove: defineHandler({
    parameters: { id, attribute },
    answer: ({ context, values }) => {
      requireAttribute(context, values)
      removeCustomAttribute(context.db, values.id, values.attribute)
    },
  }),
}

function requireAttribute(context: Context, { id, attribute }: { id: number; attribute: string }) {
  const user = requireUser(context, id)
  const existing = customAttributesOf(context.db, user.id).find(({ key }) => key === attribute)
  if (!existing) throw recordNotFound()
  return existing
}
