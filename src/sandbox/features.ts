import type { Scope } from './database/tokens.ts'
import type { FlavorName } from './flavors.ts'
import type { ServiceOperationName } from '../shared/gitlab/index.ts'

export const editions = ['ce', 'ee'] as const
export type Edition = (typeof editions)[number]

/**
 * Oldest first. `16.4` is the last version without keyset paging of users. `17` is 17.11, `18` is 18.0 and 18.1,
 * `18.11` also has the features of 18.2 to 18.11, and `19` is 19.6.
 */
export const versions = ['16.4', '17', '18', '18.11', '19'] as const
export type Version = (typeof versions)[number]

export const defaultVersion: Version = '19'

/** The kinds of responses that fields can belong to. */
export type Subject = 'user' | 'preferences' | 'serviceAccount' | 'sshKey' | 'token' | 'runner'

/** A feature of some editions or versions, with its endpoints, parameters, and fields. */
export interface Feature {
  /** The only edition that has it. */
  edition?: 'ee'
  /** The first version in which the Community Edition has it, too. */
  inCeSince?: Version
  /** The first version that has it. */
  since?: Version
  /** The last version that has it. */
  until?: Version
  /** The only flavor with this restriction; the other one always has the feature. */
  flavor?: FlavorName
  /** Endpoints that are missing without it. */
  endpoints?: readonly ServiceOperationName[]
  /** Parameters that are silently ignored without it, as Grape ignores undeclared parameters. */
  parameters?: Partial<Record<ServiceOperationName, readonly string[]>>
  /** Response fields that are missing without it. */
  fields?: Partial<Record<Subject, readonly string[]>>
  /** Values that are rejected without it. */
  scopes?: readonly Scope[]
}

const computeMinutes = ['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit']
const onCreateAndModify = (parameters: readonly string[]) => ({
  'users.create': parameters,
  'users.modify': parameters,
})

/** All differences between editions and versions, which are otherwise the same. */
export const features = {
  /** Auditors are a Premium feature (`ee/lib/ee/api/helpers/users_helpers.rb`). */
  auditors: {
    edition: 'ee',
    parameters: { 'users.list': ['auditors'], ...onCreateAndModify(['auditor']) },
    fields: { user: ['is_auditor'] },
  },
  /**
   * Group SAML is a Premium feature. With it, identities include its provider (`ee/lib/ee/api/entities/identity.rb`).
   */
  groupSaml: {
    edition: 'ee',
    parameters: { 'users.list': ['saml_provider_id'], ...onCreateAndModify(['group_id_for_saml']) },
    fields: { user: ['provisioned_by_group_id'] },
  },
  /** The filter was removed in 18.2 and now returns 403 (`ee/lib/ee/api/helpers/users_helpers.rb`). */
  rejectsSamlFilter: { edition: 'ee', since: '18.11' },
  /** `provider=scim` finds users by SCIM identity (`ee/app/finders/ee/users_finder.rb`). */
  scim: { edition: 'ee', fields: { user: ['scim_identities'] } },
  /** Excluding LDAP users from the list is a Premium feature (`ee/app/finders/ee/users_finder.rb`). */
  ldapFilter: { edition: 'ee', parameters: { 'users.list': ['skip_ldap'] } },
  /** Compute minute limits only exist in the Enterprise Edition (`ee/lib/ee/api/entities/user_public.rb`). */
  minutes: {
    edition: 'ee',
    parameters: onCreateAndModify(computeMinutes),
    fields: { user: computeMinutes },
  },
  /** Plans and seats concern billing (`ee/lib/ee/api/entities/user_with_admin.rb`). */
  plans: { edition: 'ee', fields: { user: ['plan', 'trial', 'using_license_seat'] } },
  /**
   * Service accounts were a Premium feature before 19, in which all tiers have up to 100 (`lib/api/service_accounts.rb`,
   * merge request 225913).
   */
  serviceAccounts: { edition: 'ee', inCeSince: '19', endpoints: ['serviceAccounts.create'] },
  /** Service accounts can be listed since 17.1 (`doc/api/service_accounts.md`). */
  serviceAccountList: {
    edition: 'ee',
    inCeSince: '19',
    since: '17',
    endpoints: ['serviceAccounts.list'],
  },
  /** A group's service accounts can be listed since 17.1 (`doc/api/service_accounts.md`). */
  groupServiceAccounts: {
    edition: 'ee',
    inCeSince: '19',
    since: '17',
    endpoints: ['serviceAccounts.listOfGroup'],
  },
  /** Projects have service accounts since 18.11; behind a flag, since 18.9 (`doc/api/service_accounts.md`). */
  projectServiceAccounts: {
    edition: 'ee',
    inCeSince: '19',
    since: '18.11',
    endpoints: ['serviceAccounts.listOfProject'],
  },
  /**
   * Service accounts accept a name and a username since 16.10, and an email since 17.9 (`doc/api/service_accounts.md`).
   */
  serviceAccountNames: {
    since: '17',
    parameters: { 'serviceAccounts.create': ['name', 'username', 'email'] },
    fields: { serviceAccount: ['email', 'unconfirmed_email'] },
  },
  /** Keyset paging of users, since 16.5 (`doc/api/users.md`). */
  keyset: { since: '17', parameters: { 'users.list': ['pagination', 'cursor'] } },
  /** Maximum offset, since 17.0 (`doc/api/rest/_index.md`). */
  limitsOffset: { since: '17' },
  /** Users can set their own avatar since 17.0 (`doc/api/users.md`). */
  avatar: { since: '17', endpoints: ['user.setAvatar'] },
  /** `email_reset_offered_at`, since 16.7 (`doc/api/users.md`). */
  emailReset: { since: '17', fields: { user: ['email_reset_offered_at'] } },
  /** Skype is missing from GitLab 18's documentation, but the interface document still has it. */
  skype: {
    until: '17',
    flavor: 'gitlab',
    parameters: onCreateAndModify(['skype']),
    fields: { user: ['skype'] },
  },
  /** GitHub username, from GitLab's OpenAPI description of 19.5. */
  github: { since: '19', parameters: onCreateAndModify(['github']), fields: { user: ['github'] } },
  /** Exact filter by public email, from GitLab's OpenAPI description of 19.5. */
  publicEmailFilter: { since: '19', parameters: { 'users.list': ['public_email'] } },
  /** The advanced security policy editor is a preference since 18.5 (`ee/app/models/ee/user_preference.rb`). */
  policyEditor: {
    edition: 'ee',
    since: '18.11',
    parameters: { 'preferences.set': ['policy_advanced_editor'] },
    fields: { preferences: ['policy_advanced_editor'] },
  },
  /** When an SSH key was last used, from GitLab's OpenAPI description of 19.5. */
  sshKeyUse: { since: '19', fields: { sshKey: ['last_used_at'] } },
  /** Runner tokens have a rotation deadline since 18.10 (`ee/lib/ee/api/ci/runners.rb`). */
  runnerRotation: {
    edition: 'ee',
    since: '18.11',
    fields: { runner: ['token_rotation_deadline'] },
  },
  /**
   * Blocking, banning, or deactivating the owner of a pipeline schedule turns it off, in 18.x (merge request 199908).
   */
  schedulesEndWithOwner: { since: '18.11' },
  /** Who created a runner; since when is unverified (`lib/api/entities/ci/runner.rb`, issue 393868). */
  runnerCreators: { since: '18', fields: { runner: ['created_by'] } },
  /** Tokens have a description since 17 (`lib/api/entities/personal_access_token.rb`). */
  tokenDescription: {
    since: '17',
    parameters: {
      'impersonationTokens.create': ['description'],
      'personalAccessTokens.create': ['description'],
      'personalAccessTokens.createFor': ['description'],
    },
    fields: { token: ['description'] },
  },
  /** Tokens list the addresses that used them since 19.4 (`doc/api/user_tokens.md`). */
  tokenAddresses: { since: '19', fields: { token: ['last_used_ips'] } },
  /** Filters by expiry and sort order of the token list (`lib/api/helpers/personal_access_tokens_helpers.rb`). */
  tokenListOrder: {
    since: '18',
    parameters: { 'personalAccessTokens.list': ['expires_after', 'expires_before', 'sort'] },
  },
  /**
   * Earlier versions returned the whole instance's tokens for an unknown user
   * (`app/finders/personal_access_tokens_finder.rb`).
   */
  rejectsUnknownTokenOwner: { since: '19' },
  /**
   * An instance can allow tokens without an expiry date since 17.3
   * (`doc/administration/settings/account_and_limit_settings.md`).
   */
  lastingTokens: { since: '17' },
  /** Without a date, a user's own token gets the maximum lifetime instead of one day (`doc/api/user_tokens.md`). */
  longOwnTokens: { since: '19' },
  /** Any token can be identified by itself since 17.5, without a flag since 17.8 (`doc/api/admin/token.md`). */
  anyTokens: { since: '17', endpoints: ['anyTokens.identify'] },
  /** And revoked: in 17, only with a flag that is off by default (`doc/api/admin/token.md`). */
  anyTokenRevocation: { since: '18', endpoints: ['anyTokens.revoke'] },
  /** A token can rotate itself since 16.10 (`doc/api/personal_access_tokens.md`). */
  selfRotation: { since: '17' },
  /** Users can create their own tokens with the scope `self_rotate` (`doc/api/user_tokens.md`). */
  ownSelfRotation: { since: '19' },
  /**
   * Fine-grained tokens have permissions instead of scopes, since 19.2; the beta of 18.10 is off by default
   * (`doc/auth/tokens/fine_grained_access_tokens.md`).
   */
  granularTokens: {
    since: '19',
    fields: { token: ['granular', 'granular_scopes'] },
    scopes: ['granular'],
  },
  /** The default role Security Manager, in 19 at the latest (`lib/gitlab/access.rb`). */
  securityManagers: { since: '19' },
  /** Devices sign in with a code since 17.3 (`doc/api/oauth2.md`). */
  deviceFlow: { since: '17' },
  /** Users manage their own applications since 19.0 (`lib/api/user_applications.rb`). */
  userApplications: {
    since: '19',
    endpoints: [
      'userApplications.list',
      'userApplications.get',
      'userApplications.create',
      'userApplications.modify',
      'userApplications.remove',
    ],
  },
  /** Scopes added in 17 (`lib/gitlab/auth.rb`). */
  scopesOf17: { since: '17', scopes: ['manage_runner', 'self_rotate'] },
  /** Scopes from GitLab's OpenAPI description of 19.5. */
  scopesOf19: {
    since: '19',
    scopes: [
      'mcp',
      'read_virtual_registry',
      'write_virtual_registry',
      'read_observability',
      'write_observability',
    ],
  },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof features
