import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText, upTo } from '../validation.ts'
import { endpoint, nothing } from './endpoint.ts'
import { SentDate, SentFile, SentId, SentText, SentTimestamp, sudo } from './fields.ts'
import { AdminListUser, AdminUser } from './user-fields.ts'
import { bioLimit } from '../limits.ts'

const flag = z.boolean().optional()
/** Flags that the service supports only as `true`. */
const onlyTrue = z.literal(true).optional()
const text = z.string().optional()
const Moment = z.union([SentTimestamp, SentDate]).optional()
// nil inherits the system's default, 0 is unlimited.
const minutes = z.int().min(0).nullish()

const filters = z
  .strictObject({
    username: text,
    /** Matched exactly; ignored by older versions. */
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

const profile = {
  admin: flag,
  /** Tiered. */
  auditor: flag,
  avatar: SentFile.optional(),
  bio: z
    .string()
    .refine(...upTo(bioLimit))
    .nullish(),
  can_create_group: flag,
  color_scheme_id: z.int().positive().optional(),
  commit_email: text,
  discord: text,
  extern_uid: text,
  external: flag,
  /** Tiered. */
  extra_shared_runners_minutes_limit: minutes,
  /** Newer versions only. */
  github: text,
  group_id_for_saml: SentId.optional(),
  linkedin: text,
  location: text,
  note: text,
  organization: text,
  password: z
    .string()
    .min(8, issueText(message('validation.tooShort', { min: 8 })))
    .optional(),
  private_profile: flag,
  projects_limit: z
    .int()
    .min(0, issueText(message('validation.negative')))
    .optional(),
  pronouns: text,
  provider: text,
  public_email: text,
  /** Tiered. */
  shared_runners_minutes_limit: minutes,
  skype: text,
  theme_id: z.int().positive().optional(),
  twitter: text,
  view_diffs_file_by_file: flag,
  website_url: text,
}

const creation = z
  .strictObject({
    ...profile,
    email: SentText,
    name: SentText,
    username: SentText,
    force_random_password: flag,
    reset_password: flag,
    skip_confirmation: flag,
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
    ...profile,
    email: SentText.optional(),
    name: SentText.optional(),
    username: SentText.optional(),
    skip_reconfirmation: flag,
  })
  .superRefine(bothOrNeither('extern_uid', 'provider'))

export const users = {
  list: endpoint('GET', '/users', {
    query: filters,
    returns: z.array(AdminListUser),
    paged: true,
    keyset: true,
    // Only one user by `username`; everything else needs a token.
    anonymous: true,
  }),
  get: endpoint('GET', '/users/:id', {
    query: z.strictObject({ with_custom_attributes: flag }),
    returns: AdminUser,
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
    returns: nothing,
    admin: true,
    local: true,
  }),
  removeIdentity: endpoint('DELETE', '/users/:id/identities/:provider', { admin: true }),
}

function bothOrNeither(one: string, other: string) {
  return (input: Record<string, unknown>, context: z.RefinementCtx) => {
    for (const [given, missing] of [
      [one, other],
      [other, one],
    ] as const) {
      if (input[given] !== undefined && input[missing] === undefined) {
        const text = issueText(message('validation.identityIncomplete'))
        context.addIssue({ code: 'custom', path: [missing], message: text })
      }
    }
  }
}
