import type { CurrentUser } from '../../../shared/service/user-fields.ts'
import type { FieldKind } from './profile-fields.ts'

/** The fields of a user that are shown as rows; custom attributes have keys of their own. */
export type ProfileKey = Exclude<keyof KnownFields, 'custom_attributes'>

/** Without the index signature that lets unknown fields pass. */
type KnownFields = {
  [Key in keyof CurrentUser as string extends Key ? never : Key]: CurrentUser[Key]
}

const text = (label: string) => ({ label, kind: 'text' as const })
const flag = (label: string) => ({ label, kind: 'flag' as const })
const number = (label: string) => ({ label, kind: 'number' as const })
const moment = (label: string) => ({ label, kind: 'moment' as const })
const link = (label: string) => ({ label, kind: 'link' as const })
const minutes = (label: string) => ({ label, kind: 'minutes' as const })

/** How each field is called and written. */
export const profileCatalogue: Record<ProfileKey, { label: string; kind: FieldKind }> = {
  name: text('Name'),
  username: text('Username'),
  pronouns: text('Pronouns'),
  job_title: text('Job title'),
  organization: text('Organization'),
  work_information: text('Work'),
  location: text('Location'),
  local_time: { label: 'Local time', kind: 'clock' },
  bio: text('Bio'),
  public_email: text('Public e-mail'),
  website_url: link('Website'),
  linkedin: text('LinkedIn'),
  twitter: text('X (Twitter)'),
  discord: text('Discord'),
  github: text('GitHub'),
  skype: text('Skype'),
  id: number('User ID'),
  state: text('State'),
  email: text('Primary e-mail'),
  commit_email: text('Commit e-mail'),
  web_url: link('Page on the web'),
  avatar_url: link('Avatar'),
  created_at: moment('Created'),
  created_by: { label: 'Created by', kind: 'origin' },
  is_admin: flag('Administrator'),
  is_auditor: flag('Auditor'),
  highest_role: { label: 'Highest role', kind: 'level' },
  external: flag('External user'),
  private_profile: flag('Private profile'),
  bot: flag('Bot'),
  namespace_id: number('Namespace ID'),
  plan: text('Plan'),
  trial: flag('Trial'),
  using_license_seat: flag('Uses a licence seat'),
  provisioned_by_group_id: number('Provisioned by group'),
  note: text('Administrators’ note'),
  two_factor_enabled: flag('Two-factor authentication'),
  confirmed_at: moment('E-mail confirmed'),
  locked: flag('Locked'),
  current_sign_in_at: moment('Current sign-in'),
  current_sign_in_ip: text('Current sign-in from'),
  last_sign_in_at: moment('Last sign-in'),
  last_sign_in_ip: text('Last sign-in from'),
  sign_in_count: number('Sign-ins'),
  email_reset_offered_at: moment('E-mail reset offered'),
  identities: { label: 'Identities', kind: 'identities' },
  scim_identities: { label: 'SCIM identities', kind: 'identities' },
  last_activity_on: { label: 'Last activity', kind: 'day' },
  followers: number('Followers'),
  following: number('Following'),
  is_followed: flag('Followed by you'),
  projects_limit: number('Projects limit'),
  can_create_project: flag('May create projects'),
  can_create_group: flag('May create groups'),
  shared_runners_minutes_limit: minutes('Compute minutes'),
  extra_shared_runners_minutes_limit: minutes('Extra compute minutes'),
  theme_id: { label: 'Navigation theme', kind: 'theme' },
  color_scheme_id: { label: 'Syntax colours', kind: 'colours' },
}
