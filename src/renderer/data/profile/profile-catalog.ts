import type { MessageId } from '../../../shared/messages/message.ts'
import type { CurrentUser } from '../../../shared/service/user-fields.ts'
import type { ValueFormat } from './profile-fields.ts'

/** The fields of a user that are shown as rows; custom attributes have keys of their own. */
export type ProfileKey = Exclude<keyof KnownFields, 'custom_attributes'>

/** Without the index signature that lets unknown fields pass. */
type KnownFields = {
  [Key in keyof CurrentUser as string extends Key ? never : Key]: CurrentUser[Key]
}

const text = (label: MessageId) => ({ label, kind: 'text' as const })
const flag = (label: MessageId) => ({ label, kind: 'flag' as const })
const number = (label: MessageId) => ({ label, kind: 'number' as const })
const moment = (label: MessageId) => ({ label, kind: 'moment' as const })
const link = (label: MessageId) => ({ label, kind: 'link' as const })
const minutes = (label: MessageId) => ({ label, kind: 'minutes' as const })

/** The label and the format of each field. */
export const profileCatalog: Record<ProfileKey, { label: MessageId; kind: ValueFormat }> = {
  name: text('fields.name'),
  username: text('fields.username'),
  pronouns: text('fields.pronouns'),
  job_title: text('fields.jobTitle'),
  organization: text('fields.organization'),
  work_information: text('fields.work'),
  location: text('fields.location'),
  local_time: { label: 'fields.localTime', kind: 'clock' },
  bio: text('fields.bio'),
  public_email: text('fields.publicEmail'),
  website_url: link('fields.website'),
  linkedin: text('fields.linkedin'),
  twitter: text('fields.twitter'),
  discord: text('fields.discord'),
  github: text('fields.github'),
  skype: text('fields.skype'),
  id: number('fields.userId'),
  state: { label: 'fields.state', kind: 'state' },
  email: text('fields.primaryEmail'),
  commit_email: text('fields.commitEmail'),
  web_url: link('fields.profileUrl'),
  avatar_url: link('fields.avatar'),
  created_at: moment('fields.created'),
  created_by: { label: 'fields.createdBy', kind: 'origin' },
  is_admin: flag('fields.administrator'),
  is_auditor: flag('fields.auditor'),
  highest_role: { label: 'fields.highestRole', kind: 'level' },
  external: flag('fields.externalUser'),
  private_profile: flag('fields.privateProfile'),
  bot: flag('fields.bot'),
  namespace_id: number('fields.namespaceId'),
  plan: text('fields.plan'),
  trial: flag('fields.trial'),
  using_license_seat: flag('fields.seat'),
  provisioned_by_group_id: number('fields.provisionedByGroup'),
  note: text('fields.adminNote'),
  two_factor_enabled: flag('fields.twoFactor'),
  confirmed_at: moment('fields.confirmedAt'),
  locked: flag('fields.locked'),
  current_sign_in_at: moment('fields.currentSignIn'),
  current_sign_in_ip: text('fields.currentSignInIp'),
  last_sign_in_at: moment('fields.lastSignIn'),
  last_sign_in_ip: text('fields.lastSignInIp'),
  sign_in_count: number('fields.signInCount'),
  email_reset_offered_at: moment('fields.emailResetOffered'),
  identities: { label: 'fields.identities', kind: 'identities' },
  scim_identities: { label: 'fields.scimIdentities', kind: 'identities' },
  last_activity_on: { label: 'fields.lastActivity', kind: 'day' },
  followers: number('fields.followers'),
  following: number('fields.following'),
  is_followed: flag('fields.followedByYou'),
  projects_limit: number('fields.projectsLimit'),
  can_create_project: flag('fields.canCreateProjects'),
  can_create_group: flag('fields.canCreateGroups'),
  shared_runners_minutes_limit: minutes('fields.monthlyMinutes'),
  extra_shared_runners_minutes_limit: minutes('fields.extraMinutes'),
  theme_id: { label: 'fields.navigationTheme', kind: 'theme' },
  color_scheme_id: { label: 'fields.syntaxTheme', kind: 'colours' },
}
