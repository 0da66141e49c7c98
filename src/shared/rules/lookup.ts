/** What can be looked up. */
export const lookupSubjects = ['token', 'sshKey', 'gpgKey'] as const

/** The kinds of tokens and keys, as far as a lookup tells them apart. */
export const lookupKinds = [
  'personal',
  'impersonation',
  /** One of these two: the instance doesn't tell which. */
  'personalOrImpersonation',
  'project',
  'group',
  'deploy',
  'feed',
  'incomingEmail',
  'session',
  'applicationSecret',
  'runner',
  'clusterAgent',
  'trigger',
  'job',
  'featureFlags',
  'scim',
  'sshKey',
  'deployKey',
  'gpgKey',
  /** GitLab knows it, and this version of Latchkey doesn't. */
  'unknown',
] as const
export type LookupKind = (typeof lookupKinds)[number]

/** What revoking does. */
export const revocationEffects = [
  /** It stops working, and can't be used again. */
  'revokes',
  /** The user gets another one, so feeds or addresses with it stop working. */
  'replacesFeedToken',
  'replacesEmailAddress',
  /** The application gets another secret, so nobody can sign in with it until it is entered there. */
  'replacesApplicationSecret',
  /** The runner takes no jobs until the new token is entered there. */
  'replacesRunnerToken',
  'replacesFeatureFlagsToken',
  /** What starts pipelines with it fails. */
  'expiresTrigger',
  'endsSession',
  'removesKey',
  /** Depends on the kind, which is unknown. */
  'unknown',
] as const
export type RevocationEffect = (typeof revocationEffects)[number]

/** What `DELETE /admin/token` does to each kind (`doc/api/admin/token.md`); absent if GitLab refuses. */
export const revocationEffectOf: Readonly<Partial<Record<LookupKind, RevocationEffect>>> = {
  personal: 'revokes',
  impersonation: 'revokes',
  personalOrImpersonation: 'revokes',
  project: 'revokes',
  group: 'revokes',
  deploy: 'revokes',
  clusterAgent: 'revokes',
  feed: 'replacesFeedToken',
  incomingEmail: 'replacesEmailAddress',
  applicationSecret: 'replacesApplicationSecret',
  runner: 'replacesRunnerToken',
  featureFlags: 'replacesFeatureFlagsToken',
  trigger: 'expiresTrigger',
  session: 'endsSession',
  sshKey: 'removesKey',
  gpgKey: 'removesKey',
  unknown: 'unknown',
}
