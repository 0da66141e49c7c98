import type { Scope } from './database/tokens.ts'
import type { FlavorName } from './flavors.ts'
import type { ServiceOperationName } from '../shared/gitlab/index.ts'

export const editions = ['ce', 'ee'] as const
export type Edition = (typeof editions)[number]

/**
 * Oldest first. `16.4` is the last version without keyset paging of users, `17` stands for 17.11, `18` for 18.0 and 18.1, and
 * `19` for 19.6: what came with 18.2 to 19.6 is there from `19` on.
 */
export const versions = ['16.4', '17', '18', '19'] as const
export type Version = (typeof versions)[number]

/** What answers are about, for the fields in them. */
export type Subject = 'user' | 'preferences' | 'serviceAccount' | 'sshKey' | 'token' | 'runner'

/** A feature that only some instances have, with what belongs to it. */
export interface Feature {
  /** The only edition that has it. */
  edition?: 'ee'
  /** The first version that has it. */
  since?: Version
  /** The last version that has it. */
  until?: Version
  /** The only flavor to which this applies; the other one always has the feature. */
  flavor?: FlavorName
  /** Not served elsewhere. */
  endpoints?: readonly ServiceOperationName[]
  /** Dropped without a word elsewhere, as Grape does with parameters that are not declared. */
  parameters?: Partial<Record<ServiceOperationName, readonly string[]>>
  /** Absent from answers elsewhere. */
  fields?: Partial<Record<Subject, readonly string[]>>
  /** Not known elsewhere. */
  scopes?: readonly Scope[]
}

const computeMinutes = ['shared_runners_minutes_limit', 'extra_shared_runners_minutes_limit']
const onCreateAndModify = (parameters: readonly string[]) => ({
  'users.create': parameters,
  'users.modify': parameters,
})

/** All differences between editions and versions. What is not listed here is the same in all of them. */
export const features = {
  /** Auditors come with Premium (`ee/lib/ee/api/helpers/users_helpers.rb`). */
  auditors: {
    edition: 'ee',
    parameters: { 'users.list': ['auditors'], ...onCreateAndModify(['auditor']) },
    fields: { user: ['is_auditor'] },
  },
  /** Group SAML comes with Premium; identities then name its provider (`ee/lib/ee/api/entities/identity.rb`). */
  groupSaml: {
    edition: 'ee',
    parameters: { 'users.list': ['saml_provider_id'], ...onCreateAndModify(['group_id_for_saml']) },
    fields: { user: ['provisioned_by_group_id'] },
  },
  /** The filter was removed with 18.2: it is answered with 403 (`ee/lib/ee/api/helpers/users_helpers.rb`). */
  rejectsSamlFilter: { edition: 'ee', since: '19' },
  /** `provider=scim` finds people by their SCIM identities (`ee/app/finders/ee/users_finder.rb`). */
  scim: { edition: 'ee', fields: { user: ['scim_identities'] } },
  /** Leaving LDAP users out of a list comes with Premium (`ee/app/finders/ee/users_finder.rb`). */
  ldapFilter: { edition: 'ee', parameters: { 'users.list': ['skip_ldap'] } },
  /** Compute minutes are limited in the Enterprise Edition (`ee/lib/ee/api/entities/user_public.rb`). */
  minutes: {
    edition: 'ee',
    parameters: onCreateAndModify(computeMinutes),
    fields: { user: computeMinutes },
  },
  /** Plans and seats are what is sold (`ee/lib/ee/api/entities/user_with_admin.rb`). */
  plans: { edition: 'ee', fields: { user: ['plan', 'trial', 'using_license_seat'] } },
  /** Accounts for programs come with Premium (`ee/lib/api/service_accounts.rb`). */
  serviceAccounts: { edition: 'ee', endpoints: ['serviceAccounts.create'] },
  /** They can be listed since 17.1 (`doc/api/service_accounts.md`). */
  serviceAccountList: { edition: 'ee', since: '17', endpoints: ['serviceAccounts.list'] },
  /** They can be given a name and a username since 16.10, and an email since 17.9 (`doc/api/service_accounts.md`). */
  serviceAccountNames: {
    since: '17',
    parameters: { 'serviceAccounts.create': ['name', 'username', 'email'] },
    fields: { serviceAccount: ['email', 'unconfirmed_email'] },
  },
  /** Users can be paged by keyset since 16.5 (`doc/api/users.md`). */
  keyset: { since: '17', parameters: { 'users.list': ['pagination', 'cursor'] } },
  /** The highest offset is limited since 17.0 (`doc/api/rest/_index.md`). */
  limitsOffset: { since: '17' },
  /** One's own avatar can be set since 17.0 (`doc/api/users.md`). */
  avatar: { since: '17', endpoints: ['user.setAvatar'] },
  /** Answers contain `email_reset_offered_at` since 16.7 (`doc/api/users.md`). */
  emailReset: { since: '17', fields: { user: ['email_reset_offered_at'] } },
  /** Skype is gone from GitLab's documentation of 18; the interface document still has it. */
  skype: {
    until: '17',
    flavor: 'gitlab',
    parameters: onCreateAndModify(['skype']),
    fields: { user: ['skype'] },
  },
  /** A GitHub username, in GitLab's OpenAPI description of 19.5. */
  github: { since: '19', parameters: onCreateAndModify(['github']), fields: { user: ['github'] } },
  /** Exact lookup by public email, in the same description. */
  publicEmailFilter: { since: '19', parameters: { 'users.list': ['public_email'] } },
  /** The advanced editor of security policies is a preference since 18.5 (`ee/app/models/ee/user_preference.rb`). */
  policyEditor: {
    edition: 'ee',
    since: '19',
    parameters: { 'preferences.set': ['policy_advanced_editor'] },
    fields: { preferences: ['policy_advanced_editor'] },
  },
  /** When an SSH key was last used, in GitLab's OpenAPI description of 19.5. */
  sshKeyUse: { since: '19', fields: { sshKey: ['last_used_at'] } },
  /** Tokens of runners have a rotation deadline since 18.10 (`ee/lib/ee/api/ci/runners.rb`). */
  runnerRotation: { edition: 'ee', since: '19', fields: { runner: ['token_rotation_deadline'] } },
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
  /** Tokens can be listed by expiry and in an order (`lib/api/helpers/personal_access_tokens_helpers.rb`). */
  tokenListOrder: {
    since: '18',
    parameters: { 'personalAccessTokens.list': ['expires_after', 'expires_before', 'sort'] },
  },
  /** Before, the tokens of an unknown user were those of the whole instance (`app/finders/personal_access_tokens_finder.rb`). */
  rejectsUnknownTokenOwner: { since: '19' },
  /** An instance can allow tokens without an expiry date since 17.3 (`doc/administration/settings/account_and_limit_settings.md`). */
  lastingTokens: { since: '17' },
  /** Without a date, one's own token gets the longest lifetime instead of one day (`doc/api/user_tokens.md`). */
  longOwnTokens: { since: '19' },
  /** A token can rotate itself since 16.10 (`doc/api/personal_access_tokens.md`). */
  selfRotation: { since: '17' },
  /** One's own tokens can have the scope `self_rotate` (`doc/api/user_tokens.md`). */
  ownSelfRotation: { since: '19' },
  /** Fine-grained tokens, which have permissions in place of scopes (`doc/auth/tokens/fine_grained_access_tokens.md`). */
  granularTokens: { since: '19', fields: { token: ['granular'] }, scopes: ['granular'] },
  /** Scopes that came with 17 (`lib/gitlab/auth.rb`). */
  scopesOf17: { since: '17', scopes: ['manage_runner', 'self_rotate'] },
  /** Scopes in GitLab's OpenAPI description of 19.5. */
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
