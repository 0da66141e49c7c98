import { z } from 'zod'
import { DateText, Id, Timestamp, maybe } from './fields.ts'

const text = maybe(z.string())
const flag = maybe(z.boolean())
const count = maybe(z.number())
const moment = maybe(Timestamp)

/** Entries of lists, followers and following. `state` is an open set: an unknown one is shown, never acted on. */
export const BasicUser = z.looseObject({
  id: Id,
  username: z.string(),
  name: z.string(),
  state: z.string().default('active'),
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
  website_url: text,
  organization: text,
  job_title: text,
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
    z.array(
      z.looseObject({ provider: text, extern_uid: text, saml_provider_id: maybe(z.unknown()) }),
    ),
  ),
  can_create_group: flag,
  can_create_project: flag,
  two_factor_enabled: flag,
  external: flag,
  private_profile: flag,
  commit_email: text,
  shared_runners_minutes_limit: count,
  extra_shared_runners_minutes_limit: count,
}

const administration = {
  is_admin: flag,
  note: text,
  namespace_id: count,
  created_by: maybe(BasicUser),
  email_reset_offered_at: moment,
  current_sign_in_ip: text,
  last_sign_in_ip: text,
  sign_in_count: count,
  plan: text,
  trial: flag,
  is_auditor: flag,
  using_license_seat: flag,
  provisioned_by_group_id: count,
  scim_identities: maybe(
    z.array(z.looseObject({ extern_uid: text, group_id: maybe(z.unknown()), active: flag })),
  ),
}

/** GET /user. `is_admin` is there for administrators only. */
export const CurrentUser = BasicUser.extend({
  ...publicProfile,
  ...ownAccount,
  ...administration,
})

export type BasicUser = z.output<typeof BasicUser>
export type CurrentUser = z.output<typeof CurrentUser>
