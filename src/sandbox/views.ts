import {
  privateCommitEmail,
  privateCommitEmailToken,
  usualCommitEmailHost,
} from '../shared/rules/commit-verification.ts'
import { type UserField, userFields } from '../shared/rules/user-fields.ts'
import { avatarUrl } from './avatars.ts'
import type { Context, Caller } from './context.ts'
import { customAttributesOf } from './database/custom-attributes.ts'
import { followsUser } from './database/follows.ts'
import { type Identity, identitiesOf, scimProvider } from './database/identities.ts'
import { highestLevel } from './database/memberships.ts'
import type { ListedUser } from './database/users-query.ts'
import { type Profile, type User, profileFields, profileOf, userById } from './database/users.ts'

// The five user views are built from the same blocks and only differ in which ones they include.
// lib/api/entities/user_basic.rb, user.rb, user_public.rb, user_with_admin.rb, user_details_with_admin.rb

/** The viewer; undefined if anonymous. */
type Viewer = Pick<Caller, 'user' | 'isAdmin'> | undefined

/** A list entry, visible to all callers. */
export function basicView({ url }: Context, user: Omit<ListedUser, 'updated_at'>) {
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    locked: user.locked === 1,
    avatar_url: avatarUrl({ url }, user),
    web_url: `${url}/${user.username}`,
  }
}

/** A single user, as other signed-in users see them. */
export function singleView(context: Context, user: User, viewer: Viewer) {
  const profile = profileOf(user)
  return context.release.withoutUnknownFields('user', {
    ...basicView(context, user),
    ...publicProfile(context, user, profile, viewer),
    ...profileDetails(context, user, profile, viewer),
  })
}

/** The caller's own view. Administrators get all fields of their single view. */
export function currentView(context: Context, caller: Caller) {
  // Applies even if Admin Mode restricts the token: `lib/api/users.rb` only checks the user's admin flag.
  if (caller.user.admin === 1) return adminSingleView(context, caller.user, caller)
  const profile = profileOf(caller.user)
  return context.release.withoutUnknownFields('user', {
    ...singleView(context, caller.user, caller),
    ...accountFields(context, caller.user, profile, identitiesOf(context.db, caller.user.id)),
  })
}

/** An entry of an administrator's list. */
export function adminListView(context: Context, user: User, viewer: Viewer) {
  const profile = profileOf(user)
  const identities = identitiesOf(context.db, user.id)
  return context.release.withoutUnknownFields('user', {
    ...basicView(context, user),
    ...publicProfile(context, user, profile, viewer),
    ...accountFields(context, user, profile, identities),
    ...adminFields(context, user, profile, identities),
    ...(context.flavor.listsSignInAddresses ? signInAddresses(profile) : {}),
    using_license_seat: user.state === 'active' && user.kind === 'human',
  })
}

/** Fields that administrators can request. */
export function customAttributesView({ db }: Context, user: User) {
  return { custom_attributes: customAttributesOf(db, user.id) }
}

/** A single user, as administrators see them. */
export function adminSingleView(context: Context, user: User, viewer: Viewer) {
  const profile = profileOf(user)
  const identities = identitiesOf(context.db, user.id)
  return context.release.withoutUnknownFields('user', {
    ...singleView(context, user, viewer),
    ...accountFields(context, user, profile, identities),
    ...adminFields(context, user, profile, identities),
    ...signInAddresses(profile),
    sign_in_count: profile.sign_in_count,
    ...(context.flavor.showsHighestRole && { highest_role: highestLevel(context.db, user.id) }),
  })
}

const fieldsByPart = Map.groupBy(profileFields, (name) => userFields[name].part)

/** The profile fields in one part of a response that administrators can write. */
function fieldsOf(part: UserField['part'], profile: Profile): Partial<Profile> {
  const names = fieldsByPart.get(part) ?? []
  return Object.fromEntries(names.map((name) => [name, profile[name]]))
}

function publicProfile(context: Context, user: User, profile: Profile, viewer: Viewer) {
  const unsetText = context.flavor.unsetTextsAreNull ? null : ''
  return {
    ...fieldsOf('public', profile),
    ...(canReadProfile(user, viewer) ? { created_at: user.created_at } : {}),
    bot: user.kind !== 'human',
    public_email: user.public_email ?? unsetText,
    job_title: profile.job_title || unsetText,
    ...followedField(context, user, viewer),
  }
}

function profileDetails(context: Context, user: User, profile: Profile, viewer: Viewer) {
  const { unsetTextsAreNull } = context.flavor
  const zone = profile.time_zone ?? (unsetTextsAreNull ? undefined : 'UTC')
  return {
    ...fieldsOf('page', profile),
    pronouns: profile.pronouns || (unsetTextsAreNull ? null : ''),
    work_information: workInformation(profile),
    local_time: zone === undefined ? null : formatTime(zone, context.now()),
    ...followCounts(context, user, viewer),
  }
}

function accountFields(context: Context, user: User, profile: Profile, identities: Identity[]) {
  return {
    ...fieldsOf('account', profile),
    email: user.email,
    last_sign_in_at: user.last_sign_in_at,
    confirmed_at: user.confirmed_at,
    last_activity_on: user.last_activity_on,
    current_sign_in_at: user.current_sign_in_at,
    identities: identitiesView(context, identities),
    can_create_project: profile.projects_limit > user.projects_count,
    two_factor_enabled: user.two_factor_enabled === 1,
    external: user.external === 1,
    private_profile: user.private_profile === 1,
    commit_email: commitEmail(context, user, profile),
  }
}

/** A private commit email, if the user chose it (`lib/gitlab/private_commit_email.rb`). */
function commitEmail({ url }: Context, { id, username }: User, { commit_email: email }: Profile) {
  return email === privateCommitEmailToken
    ? privateCommitEmail({ id, username }, usualCommitEmailHost(url))
    : email
}

function identitiesView({ release }: Context, identities: Identity[]) {
  return identities
    .filter(({ provider }) => provider !== scimProvider)
    .map(({ provider, extern_uid, saml_provider_id }) =>
      provider === 'group_saml' && release.has('groupSaml')
        ? { provider, extern_uid, saml_provider_id }
        : { provider, extern_uid },
    )
}

function scimIdentities(user: User, profile: Profile, identities: Identity[]) {
  return identities
    .filter(({ provider }) => provider === scimProvider)
    .map(({ extern_uid }) => ({
      extern_uid,
      group_id: String(profile.provisioned_by_group_id ?? ''),
      active: user.state === 'active',
    }))
}

function adminFields(context: Context, user: User, profile: Profile, identities: Identity[]) {
  const creator = user.created_by_id === null ? undefined : userById(context.db, user.created_by_id)
  return {
    ...fieldsOf('admin', profile),
    is_admin: user.admin === 1,
    namespace_id: profile.namespace_id,
    created_by: creator ? basicView(context, creator) : null,
    email_reset_offered_at: profile.email_reset_offered_at,
    plan: profile.plan,
    trial: profile.trial,
    is_auditor: user.auditor === 1,
    provisioned_by_group_id: profile.provisioned_by_group_id,
    scim_identities: scimIdentities(user, profile, identities),
  }
}

function signInAddresses({ current_sign_in_ip, last_sign_in_ip }: Profile) {
  return { current_sign_in_ip, last_sign_in_ip }
}

function followedField(context: Context, user: User, viewer: Viewer) {
  if (!viewer || !canReadFollowing(context, user, viewer)) return {}
  return { is_followed: followsUser(context.db, viewer.user.id, user.id) }
}

function followCounts(context: Context, user: User, viewer: Viewer) {
  if (!canReadFollowing(context, user, viewer)) return {}
  return context.db.one<{ followers: number; following: number }>(
    `SELECT (SELECT count(*) FROM follows WHERE followee_id = ?1) AS followers,
            (SELECT count(*) FROM follows WHERE follower_id = ?1) AS following`,
    user.id,
  )
}

function canReadFollowing({ flavor }: Context, user: User, viewer: Viewer): boolean {
  if (viewer?.user.id === user.id) return flavor.showsOwnFollowing
  return canReadProfile(user, viewer)
}

/** A private profile is visible to its owner and to administrators. */
export function canReadProfile(user: User, viewer: Viewer): boolean {
  return user.private_profile === 0 || viewer?.user.id === user.id || viewer?.isAdmin === true
}

function workInformation({ job_title, organization }: Profile): string | null {
  if (job_title && organization) return `${job_title} at ${organization}`
  return job_title || organization || null
}

/** Hours and minutes, as in "3:38 PM". */
function formatTime(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .replace(/\s/g, ' ')
}
