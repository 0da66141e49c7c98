import { z } from 'zod'
import { CustomAttribute } from './custom-attributes.ts'
import { Count, DateText, Flag, Id, Text, Timestamp, listOf, maybe, textOrEmpty } from './fields.ts'

// The representations of a user. All fields but the identity are optional: versions, tiers and the
// caller's rights decide which are returned.

/** The state of a user whose state is missing or can't be understood. */
export const unknownState = 'unknown'

const text = maybe(Text)
const flag = maybe(Flag)
const count = maybe(Count)
const moment = maybe(Timestamp)

/**
 * Entries of lists, followers and following. `state` is an open set: an unknown one is shown, but offers no actions. A missing one
 * does not count as active.
 */
export const BasicUser = z.looseObject({
  id: Id,
  username: textOrEmpty,
  name: textOrEmpty,
  state: z.string().catch(unknownState),
  locked: flag,
  avatar_url: text,
  web_url: text,
})

const publicProfile = {
  created_at: moment,
  bio: text,
  bot: flag,
  location: text,
  public_email: text,
  skype: text,
  linkedin: text,
  twitter: text,
  discord: text,
  github: text,
  website_url: text,
  organization: text,
  job_title: text,
}

const profilePage = {
  pronouns: text,
  work_information: text,
  /** Absent for oneself, for private profiles, and where following is switched off. */
  followers: count,
  following: count,
  is_followed: flag,
  local_time: text,
}

const ownAccount = {
  email: text,
  last_sign_in_at: moment,
  confirmed_at: moment,
  theme_id: count,
  last_activity_on: maybe(DateText),
  color_scheme_id: count,
  projects_limit: count,
  current_sign_in_at: moment,
  identities: maybe(
    listOf(
      z.looseObject({ provider: text, extern_uid: text, saml_provider_id: maybe(z.unknown()) }),
    ),
  ),
  can_create_group: flag,
  can_create_project: flag,
  two_factor_enabled: flag,
  external: flag,
  private_profile: flag,
  commit_email: text,
  // Tiered.
  shared_runners_minutes_limit: count,
  extra_shared_runners_minutes_limit: count,
}

const administration = {
  is_admin: flag,
  note: text,
  namespace_id: count,
  /** Null for an account that registered itself. */
  created_by: maybe(BasicUser),
  email_reset_offered_at: moment,
  // Tiered.
  is_auditor: flag,
  using_license_seat: flag,
  provisioned_by_group_id: count,
  scim_identities: maybe(
    listOf(z.looseObject({ extern_uid: text, group_id: maybe(z.unknown()), active: flag })),
  ),
  /** Only with `with_custom_attributes`. */
  custom_attributes: maybe(listOf(CustomAttribute)),
}

const signInDetails = {
  current_sign_in_ip: text,
  last_sign_in_ip: text,
  sign_in_count: count,
  highest_role: count,
  plan: text,
  trial: flag,
}

/** GET /users/:id for everybody. */
export const SingleUser = BasicUser.extend({ ...publicProfile, ...profilePage })

/** Entries of GET /users for administrators, and what POST and PUT /users answer. */
export const AdminListUser = BasicUser.extend({
  ...publicProfile,
  ...ownAccount,
  ...administration,
})

/** GET /users/:id for administrators. */
export const AdminUser = AdminListUser.extend({ ...profilePage, ...signInDetails })

/** GET /user. `is_admin` is there for administrators only. */
export const CurrentUser = BasicUser.extend({
  ...publicProfile,
  ...profilePage,
  ...ownAccount,
  ...administration,
  ...signInDetails,
})

export type BasicUser = z.output<typeof BasicUser>
export type SingleUser = z.output<typeof SingleUser>
export type AdminListUser = z.output<typeof AdminListUser>
export type AdminUser = z.output<typeof AdminUser>
export type CurrentUser = z.output<typeof CurrentUser>
