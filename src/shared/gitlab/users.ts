import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from './validation.ts'
import { endpoint, noContent } from './endpoint.ts'
import { SentDate, SentFile, SentId, SentText, SentTimestamp, sudo } from './fields.ts'
import { AdminListUser, UserForAdmins } from './user-fields.ts'
import { bioLimit } from '../rules/limits.ts'
import {
  type FieldsWith,
  type FormField,
  type UserFormMode,
  byKind,
  formFields,
  userFields,
} from '../rules/user-fields.ts'

const flag = z.boolean().optional()
/** A flag that the API supports only as `true`. */
const onlyTrue = z.literal(true).optional()
const text = z.string().optional()
const Moment = z.union([SentTimestamp, SentDate]).optional()

const filters = z
  .strictObject({
    username: text,
    /** Exact match; ignored by older versions. */
    public_email: text,
    search: text,
    active: onlyTrue,
    external: onlyTrue,
    blocked: onlyTrue,
    humans: onlyTrue,
    created_after: Moment,
    created_before: Moment,
    exclude_active: flag,
    exclude_external: flag,
    exclude_humans: flag,
    exclude_internal: flag,
    without_project_bots: flag,
    // Administrators only.
    extern_uid: text,
    provider: text,
    order_by: z.enum(['id', 'name', 'username', 'created_at', 'updated_at']).optional(),
    sort: z.enum(['asc', 'desc']).optional(),
    two_factor: z.enum(['enabled', 'disabled']).optional(),
    without_projects: flag,
    admins: flag,
    auditors: flag,
    saml_provider_id: z.number().optional(),
    skip_ldap: flag,
    custom_attributes: z.record(z.string(), z.string()).optional(),
    with_custom_attributes: flag,
    pagination: z.literal('keyset').optional(),
    sudo,
  })
  .superRefine(bothOrNeither('extern_uid', 'provider'))

const sent = {
  flag,
  number: z
    .int()
    .min(0, issueText(message('validation.negative')))
    .optional(),
  // null means the instance's default, 0 means unlimited.
  minutes: z.int().min(0).nullish(),
  theme: z.int().positive().optional(),
  colours: z.int().positive().optional(),
}

/** The fields that administrators can set, except those that only the other request supports. */
function writtenFields<Other extends UserFormMode>(other: Other) {
  const names = formFields.filter((name) => userFields[name].only !== other)
  return {
    ...byKind(names as Exclude<FormField, FieldsWith<{ only: Other }>>[], sent, text),
    avatar: SentFile.optional(),
    bio: z
      .string()
      .refine(...upTo(bioLimit))
      .nullish(),
    group_id_for_saml: SentId.optional(),
    password: z
      .string()
      .min(8, issueText(message('validation.tooShort', { min: 8 })))
      .optional(),
  }
}

const creation = z
  .strictObject({
    ...writtenFields('edit'),
    email: SentText,
    name: SentText,
    username: SentText,
  })
  .superRefine(bothOrNeither('extern_uid', 'provider'))
  .superRefine((user, context) => {
    if (user.password || user.reset_password || user.force_random_password) return
    context.addIssue({
      code: 'custom',
      path: ['password'],
      message: issueText(message('validation.passwordChoice')),
    })
  })

const modification = z
  .strictObject({
    ...writtenFields('create'),
    email: SentText.optional(),
    name: SentText.optional(),
    username: SentText.optional(),
  })
  .superRefine(bothOrNeither('extern_uid', 'provider'))

export const users = {
  list: endpoint('GET', '/users', {
    query: filters,
    returns: z.array(AdminListUser),
    paged: true,
    keyset: true,
    // Only with `username`. All other queries require a token.
    anonymous: true,
  }),
  get: endpoint('GET', '/users/:id', {
    query: z.strictObject({ with_custom_attributes: flag }),
    returns: UserForAdmins,
  }),
  create: endpoint('POST', '/users', {
    body: creation,
    returns: AdminListUser,
    admin: true,
    local: true,
  }),
  modify: endpoint('PUT', '/users/:id', {
    body: modification,
    returns: AdminListUser,
    admin: true,
    local: true,
  }),
  remove: endpoint('DELETE', '/users/:id', {
    query: z.strictObject({ hard_delete: flag }),
    returns: noContent,
    admin: true,
    local: true,
  }),
  removeIdentity: endpoint('DELETE', '/users/:id/identities/:provider', { admin: true }),
}

function bothOrNeither(one: string, other: string) {
  return (input: Record<string, unknown>, context: z.RefinementCtx) => {
    for (const [present, missing] of [
      [one, other],
      [other, one],
    ] as const) {
      if (input[present] !== undefined && input[missing] === undefined) {
        const text = issueText(message('validation.identityIncomplete'))
        context.addIssue({ code: 'custom', path: [missing], message: text })
      }
    }
  }
}
