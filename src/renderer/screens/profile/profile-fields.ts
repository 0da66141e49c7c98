import type { CurrentUser } from '../../../shared/service/user-fields.ts'

/** How a value is written. */
export type FieldKind =
  | 'text'
  | 'link'
  | 'moment'
  | 'day'
  | 'flag'
  | 'number'
  | 'minutes'
  | 'theme'
  | 'colours'
  | 'clock'
  | 'origin'
  | 'identities'

interface FieldDefinition {
  key: keyof CurrentUser & string
  label: string
  kind: FieldKind
}

export interface ProfileField extends FieldDefinition {
  value: unknown
}

export interface ProfileGroup {
  title: string
  filled: ProfileField[]
  /** Names of what the service knows and the person left empty. */
  empty: string[]
}

/** Sorts a user's fields into groups. What the service did not send at all is not mentioned. */
export function profileGroups(user: CurrentUser): ProfileGroup[] {
  return groups
    .map(({ title, fields }) => {
      const known = fields
        .map(([key, label, kind]) => ({ key, label, kind: kind ?? 'text', value: user[key] }))
        .filter(({ value }) => value !== undefined)
      return {
        title,
        filled: known.filter((field) => !isEmpty(field)),
        empty: known.filter(isEmpty).map(({ label }) => label),
      }
    })
    .filter(({ filled, empty }) => filled.length + empty.length > 0)
}

function isEmpty({ kind, value }: ProfileField): boolean {
  // Nobody having created an account is an answer, and so is a limit that is not set.
  if (kind === 'origin' || kind === 'minutes') return false
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

type Row = [key: FieldDefinition['key'], label: string, kind?: FieldKind]

const groups: { title: string; fields: Row[] }[] = [
  {
    title: 'About',
    fields: [
      ['name', 'Name'],
      ['username', 'Username'],
      ['pronouns', 'Pronouns'],
      ['job_title', 'Job title'],
      ['organization', 'Organization'],
      ['work_information', 'Work'],
      ['location', 'Location'],
      ['local_time', 'Local time', 'clock'],
      ['bio', 'Bio'],
    ],
  },
  {
    title: 'Contact',
    fields: [
      ['public_email', 'Public e-mail'],
      ['website_url', 'Website', 'link'],
      ['linkedin', 'LinkedIn'],
      ['twitter', 'X (Twitter)'],
      ['discord', 'Discord'],
      ['skype', 'Skype'],
    ],
  },
  {
    title: 'Account',
    fields: [
      ['id', 'User ID', 'number'],
      ['state', 'State'],
      ['email', 'Primary e-mail'],
      ['commit_email', 'Commit e-mail'],
      ['web_url', 'Page on the web', 'link'],
      ['avatar_url', 'Avatar', 'link'],
      ['created_at', 'Created', 'moment'],
      ['created_by', 'Created by', 'origin'],
      ['is_admin', 'Administrator', 'flag'],
      ['is_auditor', 'Auditor', 'flag'],
      ['external', 'External user', 'flag'],
      ['private_profile', 'Private profile', 'flag'],
      ['bot', 'Bot', 'flag'],
      ['namespace_id', 'Namespace ID', 'number'],
      ['plan', 'Plan'],
      ['trial', 'Trial', 'flag'],
      ['using_license_seat', 'Uses a licence seat', 'flag'],
      ['provisioned_by_group_id', 'Provisioned by group', 'number'],
      ['note', 'Administrators’ note'],
    ],
  },
  {
    title: 'Security',
    fields: [
      ['two_factor_enabled', 'Two-factor authentication', 'flag'],
      ['confirmed_at', 'E-mail confirmed', 'moment'],
      ['locked', 'Locked', 'flag'],
      ['current_sign_in_at', 'Current sign-in', 'moment'],
      ['current_sign_in_ip', 'Current sign-in from'],
      ['last_sign_in_at', 'Last sign-in', 'moment'],
      ['last_sign_in_ip', 'Last sign-in from'],
      ['sign_in_count', 'Sign-ins', 'number'],
      ['email_reset_offered_at', 'E-mail reset offered', 'moment'],
      ['identities', 'Identities', 'identities'],
      ['scim_identities', 'SCIM identities', 'identities'],
    ],
  },
  {
    title: 'Activity',
    fields: [
      ['last_activity_on', 'Last activity', 'day'],
      ['followers', 'Followers', 'number'],
      ['following', 'Following', 'number'],
      ['is_followed', 'Followed by you', 'flag'],
    ],
  },
  {
    title: 'Limits and appearance',
    fields: [
      ['projects_limit', 'Projects limit', 'number'],
      ['can_create_project', 'May create projects', 'flag'],
      ['can_create_group', 'May create groups', 'flag'],
      ['shared_runners_minutes_limit', 'Compute minutes', 'minutes'],
      ['extra_shared_runners_minutes_limit', 'Extra compute minutes', 'minutes'],
      ['theme_id', 'Navigation theme', 'theme'],
      ['color_scheme_id', 'Syntax colours', 'colours'],
    ],
  },
]
