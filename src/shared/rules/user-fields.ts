import { bioLimit, nameLimit } from './limits.ts'
import type { MessageId } from '../messages/message.ts'

/** The kind of value, which determines the field's control, format, column and validation. */
type FieldKind =
  | ('text' | 'email' | 'link' | 'area' | 'password' | 'flag' | 'number' | 'minutes' | 'level')
  | ('theme' | 'colours' | 'moment' | 'day' | 'clock' | 'origin' | 'identities' | 'state')

/**
 * Which responses include a field: all lists, lists of profiles, single profiles, the current user, or those for
 * administrators.
 */
type AnswerPart = 'basic' | 'public' | 'page' | 'account' | 'admin' | 'signIn'

export type FormSection =
  | ('account' | 'addresses' | 'password' | 'picture' | 'profile' | 'rights')
  | ('provider' | 'appearance' | 'notes' | 'tiered')

/** Whether the form creates a user or edits one. */
export type UserFormMode = 'create' | 'edit'

export interface UserField {
  label: MessageId
  kind: FieldKind
  /** The maximum number of characters (`app/models/user.rb`, `app/models/user_detail.rb`). */
  limit?: number
  /** Which responses include it; absent if GitLab never returns it. */
  part?: AnswerPart
  /** Its name in responses, if different. */
  answer?: string
  /** The group that shows it on a profile and on a user's admin page. */
  shown?: readonly [profile: MessageId, page?: MessageId]
  /** Its label in that group, if different. */
  shownAs?: MessageId
  /** The section of the admin form. Only administrators edit fields. */
  form?: FormSection
  /** Marks an option of only one of the requests, rather than a field of the user. */
  only?: UserFormMode
  /** The default for a new user; absent if the instance decides. */
  initial?: boolean
  /** Turns off spell checking. */
  isCode?: true
  /**
   * Whether only some editions and versions support it. Responses from others lack this field, or the field named here.
   */
  optional?: true | string
  /** The minimum width in pixels, including padding, of its column in the directory, for a field of `AdminListUser`. */
  column?: number
  /** Whether it can be set for many users at once. */
  bulk?: true
  /** Whether an onboarding file can include it. */
  imported?: true
}

const about = { kind: 'text', shown: ['fields.groupAbout', 'fields.groupPublicProfile'] } as const
const place = { ...about, part: 'public', limit: 500, form: 'profile', imported: true } as const
const contact = {
  part: 'public',
  shown: ['fields.groupContact', 'fields.groupPublicProfile'],
  form: 'profile',
} as const
const handle = { ...contact, kind: 'text', limit: 500, isCode: true } as const
const identity = { shown: ['fields.groupAccount', 'fields.groupIdentity'] } as const
const address = { ...identity, kind: 'email', part: 'account', form: 'addresses' } as const
const name = {
  kind: 'text',
  limit: nameLimit,
  part: 'basic',
  shown: ['fields.groupAbout', 'fields.groupIdentity'],
  form: 'account',
  imported: true,
} as const
const off = { kind: 'flag', initial: false } as const
const confirmation = { ...off, label: 'forms.skipConfirmation', form: 'addresses' } as const
const passwordChoice = { ...off, form: 'password', only: 'create' } as const
const rights = { shown: ['fields.groupAccount', 'fields.groupPermissions'] } as const
const right = { ...rights, ...off, form: 'rights', imported: true } as const
const paid = { part: 'admin', shown: ['fields.groupAccount', 'fields.groupPaidTiers'] } as const
const security = { shown: ['fields.groupSecurity', 'fields.groupSignIn'] } as const
const signIn = { ...security, kind: 'moment', part: 'account' } as const
const linked = { kind: 'identities', shown: ['fields.groupSecurity'] } as const
const activity = {
  part: 'page',
  shown: ['fields.groupActivity', 'fields.groupPublicProfile'],
} as const
const limit = { part: 'account', shown: ['fields.groupLimits', 'fields.groupPermissions'] } as const
const bulkLimit = { ...limit, form: 'rights', bulk: true, imported: true } as const
const tiered = { form: 'tiered', optional: true } as const
const minutes = {
  ...tiered,
  kind: 'minutes',
  part: 'account',
  shown: ['fields.groupLimits', 'fields.groupPaidTiers'],
} as const
const externalId = { kind: 'text', form: 'provider', isCode: true, imported: true } as const

/** A user's fields by their names in requests, in display order. */
const fields = {
  name: { ...name, label: 'fields.name', column: 200 },
  username: { ...name, label: 'fields.username', isCode: true, column: 150 },
  id: { ...identity, label: 'fields.userId', kind: 'number', part: 'basic', column: 64 },
  email: {
    ...address,
    label: 'fields.email',
    shownAs: 'fields.primaryEmail',
    column: 200,
    imported: true,
  },
  skip_confirmation: { ...confirmation, only: 'create', imported: true },
  skip_reconfirmation: { ...confirmation, only: 'edit' },
  state: { ...identity, label: 'fields.state', kind: 'state', part: 'basic', column: 144 },
  pronouns: { ...about, label: 'fields.pronouns', part: 'page', limit: 50, form: 'profile' },
  job_title: { ...about, label: 'fields.jobTitle', part: 'public' },
  organization: { ...place, label: 'fields.organization' },
  work_information: { ...about, label: 'fields.work', part: 'page' },
  location: { ...place, label: 'fields.location' },
  local_time: { ...about, label: 'fields.localTime', kind: 'clock', part: 'page' },
  bio: { ...contact, ...about, label: 'fields.bio', kind: 'area', limit: bioLimit },
  public_email: { ...contact, label: 'fields.publicEmail', kind: 'email', form: 'addresses' },
  website_url: { ...contact, label: 'fields.website', kind: 'link', limit: 500 },
  linkedin: { ...handle, label: 'fields.linkedin' },
  twitter: { ...handle, label: 'fields.twitter' },
  discord: { ...handle, label: 'fields.discord' },
  github: { ...handle, label: 'fields.github', optional: true },
  skype: { ...handle, label: 'fields.skype', optional: true },
  commit_email: { ...address, label: 'fields.commitEmail' },
  reset_password: { ...passwordChoice, label: 'fields.passwordResetLink' },
  force_random_password: { ...passwordChoice, label: 'fields.randomPassword' },
  password: { label: 'fields.password', kind: 'password', limit: 128, form: 'password' },
  bot: { ...identity, label: 'fields.bot', kind: 'flag', part: 'public', column: 76 },
  created_at: { ...identity, label: 'fields.created', kind: 'moment', part: 'public', column: 112 },
  created_by: { ...identity, label: 'fields.createdBy', kind: 'origin', part: 'admin' },
  web_url: { ...identity, label: 'fields.profileUrl', kind: 'link', part: 'basic' },
  avatar_url: { ...identity, label: 'fields.avatar', kind: 'link', part: 'basic' },
  admin: {
    ...right,
    label: 'fields.administrator',
    part: 'admin',
    answer: 'is_admin',
    column: 112,
  },
  auditor: { ...paid, ...off, ...tiered, label: 'fields.auditor', answer: 'is_auditor' },
  external: { ...right, label: 'fields.externalUser', part: 'account', column: 96, bulk: true },
  highest_role: { ...rights, label: 'fields.highestRole', kind: 'level', part: 'signIn' },
  private_profile: {
    label: 'fields.privateProfile',
    kind: 'flag',
    part: 'account',
    shown: ['fields.groupAccount', 'fields.groupPublicProfile'],
    form: 'profile',
  },
  namespace_id: { ...identity, label: 'fields.namespaceId', kind: 'number', part: 'admin' },
  using_license_seat: { ...paid, label: 'fields.seat', kind: 'flag', column: 112 },
  plan: { ...paid, label: 'fields.plan', kind: 'text' },
  trial: { ...paid, label: 'fields.trial', kind: 'flag' },
  provisioned_by_group_id: { ...paid, label: 'fields.provisionedByGroup', kind: 'number' },
  note: {
    ...identity,
    label: 'fields.note',
    shownAs: 'fields.adminNote',
    kind: 'area',
    part: 'admin',
    form: 'notes',
    column: 160,
    imported: true,
  },
  two_factor_enabled: { ...signIn, label: 'fields.twoFactor', kind: 'flag', column: 64 },
  locked: { ...security, label: 'fields.locked', kind: 'flag', part: 'basic' },
  confirmed_at: { ...signIn, label: 'fields.confirmedAt' },
  current_sign_in_at: { ...signIn, label: 'fields.currentSignIn' },
  current_sign_in_ip: {
    ...security,
    label: 'fields.currentSignInIp',
    kind: 'text',
    part: 'signIn',
  },
  last_sign_in_at: { ...signIn, label: 'fields.lastSignIn', column: 112 },
  last_sign_in_ip: { ...security, label: 'fields.lastSignInIp', kind: 'text', part: 'signIn' },
  sign_in_count: { ...security, label: 'fields.signInCount', kind: 'number', part: 'signIn' },
  last_activity_on: {
    label: 'fields.lastActivity',
    kind: 'day',
    part: 'account',
    shown: ['fields.groupActivity', 'fields.groupSignIn'],
    column: 112,
  },
  email_reset_offered_at: { ...signIn, label: 'fields.emailResetOffered', part: 'admin' },
  identities: { ...linked, label: 'fields.identities', part: 'account', column: 150 },
  scim_identities: { ...linked, label: 'fields.scimIdentities', part: 'admin' },
  followers: { ...activity, label: 'fields.followers', kind: 'number' },
  following: { ...activity, label: 'fields.following', kind: 'number' },
  is_followed: { ...activity, label: 'fields.followedByYou', kind: 'flag' },
  can_create_group: { ...bulkLimit, label: 'fields.canCreateGroups', kind: 'flag' },
  projects_limit: { ...bulkLimit, label: 'fields.projectsLimit', kind: 'number', column: 112 },
  can_create_project: { ...limit, label: 'fields.canCreateProjects', kind: 'flag' },
  shared_runners_minutes_limit: { ...minutes, label: 'fields.monthlyMinutes' },
  extra_shared_runners_minutes_limit: { ...minutes, label: 'fields.extraMinutes' },
  theme_id: { ...limit, label: 'fields.navigationTheme', kind: 'theme', form: 'appearance' },
  color_scheme_id: { ...limit, label: 'fields.syntaxTheme', kind: 'colours', form: 'appearance' },
  view_diffs_file_by_file: { ...off, label: 'fields.diffsByFile', form: 'appearance' },
  provider: { ...externalId, label: 'fields.provider' },
  extern_uid: { ...externalId, label: 'fields.externalUid' },
  group_id_for_saml: {
    label: 'fields.samlGroupId',
    kind: 'number',
    form: 'provider',
    optional: 'provisioned_by_group_id',
  },
} as const satisfies Record<string, UserField>

type Fields = typeof fields
export type UserFieldName = keyof Fields
/** The fields whose definitions have these properties. */
export type FieldsWith<Row> = {
  [Name in UserFieldName]: Fields[Name] extends Row ? Name : never
}[UserFieldName]
/** A field by its name in responses. */
export type AnswerName<Name extends UserFieldName = UserFieldName> = Name extends UserFieldName
  ? Fields[Name] extends { answer: infer Answer extends string }
    ? Answer
    : Name
  : never
type KindOf<Name extends UserFieldName> = Fields[Name]['kind']
/** The type of a field's value in requests. */
export type SentValue<Name extends UserFieldName> = ByKind<
  KindOf<Name>,
  { flag: boolean; number: number; minutes: number | null; theme: number; colours: number },
  string
>

export const userFields: Readonly<Record<UserFieldName, UserField>> = fields
export const userFieldNames = Object.keys(fields) as UserFieldName[]

function fieldsWith<Key extends keyof UserField>(key: Key) {
  return userFieldNames.filter((name) => userFields[name][key]) as FieldsWith<
    Record<Key, unknown>
  >[]
}

export const formFields = fieldsWith('form')
export type FormField = (typeof formFields)[number]
export const bulkFields = fieldsWith('bulk')
export type BulkField = (typeof bulkFields)[number]
/**
 * A new user's fields that an onboarding file can include. Passwords are excluded, because each user receives a link.
 */
export const onboardingFields = fieldsWith('imported')
export type OnboardingField = (typeof onboardingFields)[number]
export const columnFields = fieldsWith('column')
export type ColumnField = (typeof columnFields)[number]
/** The fields of a directory row. */
export const directoryEntryFields = [...columnFields, 'locked', 'web_url'] as const
/** An identity's fields, which are sent together. */
export const identityFields: readonly FormField[] = formFields.filter(
  (name) => userFields[name].form === 'provider',
)

/** An editable field by its name in requests; undefined for other parameters, such as `avatar`. */
export function userField(name: string): UserField | undefined {
  return formFields.includes(name as FormField) ? userFields[name as FormField] : undefined
}

export function answerName<Name extends UserFieldName>(name: Name): AnswerName<Name> {
  return (userFields[name].answer ?? name) as AnswerName<Name>
}

type ByKind<Kind, Values, Other> = Kind extends keyof Values ? Values[Kind] : Other

/** Creates a value for each field based on its kind, such as a schema, keyed by request name. */
export function byKind<Name extends UserFieldName, Values extends object, Other>(
  names: readonly Name[],
  values: Values,
  other: Other,
) {
  return Object.fromEntries(
    names.map((name) => [name, ofKind(name, values, other)]),
  ) as unknown as {
    [Field in Name]: ByKind<KindOf<Field>, Values, Other>
  }
}

/** The same, keyed by response name. */
export function answersByKind<Name extends UserFieldName, Values extends object, Other>(
  names: readonly Name[],
  values: Values,
  other: Other,
) {
  return Object.fromEntries(
    names.map((name) => [answerName(name), ofKind(name, values, other)]),
  ) as unknown as { [Field in Name as AnswerName<Field>]: ByKind<KindOf<Field>, Values, Other> }
}

function ofKind(name: UserFieldName, values: object, other: unknown): unknown {
  const { kind } = userFields[name]
  return Object.hasOwn(values, kind) ? values[kind as keyof typeof values] : other
}

/** A field by its name in responses. */
export function answerField(name: string): UserField | undefined {
  return answers.get(name)
}
const answers = new Map<string, UserField>(
  fieldsWith('part').map((name) => [answerName(name), userFields[name]]),
)
