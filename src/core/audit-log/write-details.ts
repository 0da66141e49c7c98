import type { user } from '../../shared/gitlab/current-user.ts'
import { applications } from '../../shared/gitlab/applications.ts'
import { customAttributes } from '../../shared/gitlab/custom-attributes.ts'
import { emails } from '../../shared/gitlab/emails.ts'
import type { EndpointInput } from '../../shared/gitlab/endpoint.ts'
import { gpgKeys } from '../../shared/gitlab/gpg-keys.ts'
import { moderation } from '../../shared/gitlab/moderation.ts'
import { sshKeys } from '../../shared/gitlab/ssh-keys.ts'
import { impersonationTokens, type personalAccessTokens } from '../../shared/gitlab/tokens.ts'
import { users } from '../../shared/gitlab/users.ts'
import type { RecordFields } from '../../shared/rules/three-way.ts'
import { findIdentity } from '../../shared/rules/user-record.ts'
import type { GitLabClient } from '../gitlab/gitlab-client.ts'
import { parseGpgKey } from '../gitlab/account-gpg-keys.ts'
import { parseSshKey } from '../gitlab/account-ssh-keys.ts'
import { currentTime } from '../../shared/rules/clock.ts'
import { FailureError } from '../platform/failure.ts'

/** Details of a write beyond its user and the fields it sends. */
export interface WriteDetails {
  /** The key, token, email, or identity. */
  object?: string | undefined
  /** Values to show instead of those sent, such as a key's fingerprint. */
  values?: RecordFields
  /** Values that the write removes. */
  before?: RecordFields
}

/** Reads the details before a write whose request contains only an ID. */
type Describe = (
  input: never,
  gitlab: Pick<GitLabClient, 'call' | 'all'>,
) => WriteDetails | Promise<WriteDetails>

/** No further details: the user and the fields sent are enough. */
const userOnly: Describe = () => ({})
/** Only changes the user's own account, which the audit log omits. */
const ownAccountOnly = 'own'

/** Every write in the endpoint table, by name. */
export const writeDetails: Record<string, Describe | typeof ownAccountOnly> = {
  'users.create': userOnly,
  'users.modify': ({ provider }: EndpointInput<typeof users.modify>) => ({ object: provider }),
  'users.remove': userOnly,
  'users.removeIdentity': async (
    { id, provider }: EndpointInput<typeof users.removeIdentity>,
    gitlab,
  ) => {
    const identity = findIdentity(await gitlab.call(users.get, { id }, briefWait()), provider)
    return { object: provider, before: { extern_uid: identity?.extern_uid } }
  },
  'customAttributes.set': async (
    { id, attribute }: EndpointInput<typeof customAttributes.set>,
    gitlab,
  ) => ({ object: attribute, before: await readAttribute(gitlab, { id, attribute }) }),
  'customAttributes.remove': async (
    input: EndpointInput<typeof customAttributes.remove>,
    gitlab,
  ) => ({ object: input.attribute, before: await readAttribute(gitlab, input) }),
  'serviceAccounts.create': userOnly,
  'sshKeys.addFor': ({ title, key }: EndpointInput<typeof sshKeys.addFor>) => ({
    object: title,
    values: { key: sshFingerprint({ key }) },
  }),
  'sshKeys.removeOf': async ({ id, key_id }: EndpointInput<typeof sshKeys.removeOf>, gitlab) => {
    const key = await gitlab.call(sshKeys.getOf, { id, key_id }, briefWait())
    return { object: key.title, before: { key: sshFingerprint(key) } }
  },
  'gpgKeys.addFor': async (key: EndpointInput<typeof gpgKeys.addFor>) => {
    const { name, fingerprint } = await readGpgKeyDetails(key)
    return { object: name, values: { key: fingerprint } }
  },
  'gpgKeys.removeOf': async ({ id, key_id }: EndpointInput<typeof gpgKeys.removeOf>, gitlab) => {
    const { name, fingerprint } = await readGpgKeyDetails(
      await gitlab.call(gpgKeys.getOf, { id, key_id }, briefWait()),
    )
    return { object: name, before: { key: fingerprint } }
  },
  'emails.addFor': ({ email }: EndpointInput<typeof emails.addFor>) => ({ object: email }),
  'emails.removeOf': async ({ id, email_id }: EndpointInput<typeof emails.removeOf>, gitlab) => {
    const list = await gitlab.all(emails.listOf, { id }, briefWait())
    return { object: list.find((email) => email.id === email_id)?.email }
  },
  'impersonationTokens.create': ({ name }: EndpointInput<typeof impersonationTokens.create>) => ({
    object: name,
  }),
  'impersonationTokens.revoke': async (
    token: EndpointInput<typeof impersonationTokens.revoke>,
    gitlab,
  ) => {
    const { name, scopes, expires_at } = await gitlab.call(
      impersonationTokens.get,
      token,
      briefWait(),
    )
    return { object: name, before: { scopes, expires_at } }
  },
  'personalAccessTokens.createFor': ({
    name,
  }: EndpointInput<typeof personalAccessTokens.createFor>) => ({ object: name }),
  'associations.addGroupMember': userOnly,
  'associations.addProjectMember': userOnly,
  'associations.changeGroupMember': userOnly,
  'associations.changeProjectMember': userOnly,
  'associations.removeGroupMember': userOnly,
  'associations.removeProjectMember': userOnly,
  ...Object.fromEntries(Object.keys(moderation).map((name) => [`moderation.${name}`, userOnly])),
  'pipelineSchedules.takeOwnership': userOnly,
  'twoFactor.disable': userOnly,
  'user.createRunner': ({ description }: EndpointInput<typeof user.createRunner>) => ({
    object: description,
  }),
  'applications.create': ({ name }: EndpointInput<typeof applications.create>) => ({
    object: name,
  }),
  'applications.remove': async ({ id }: EndpointInput<typeof applications.remove>, gitlab) => {
    const list = await gitlab.call(applications.list, {}, briefWait())
    const application = list.find((one) => one.id === id)
    return {
      object: application?.application_name,
      before: { redirect_uri: application?.callback_url },
    }
  },
  'userApplications.create': ownAccountOnly,
  'userApplications.modify': ownAccountOnly,
  'userApplications.remove': ownAccountOnly,
  'user.setAvatar': ownAccountOnly,
  'preferences.set': ownAccountOnly,
  'status.set': ownAccountOnly,
  'status.update': ownAccountOnly,
  'following.follow': ownAccountOnly,
  'following.unfollow': ownAccountOnly,
  'sshKeys.add': ownAccountOnly,
  'sshKeys.remove': ownAccountOnly,
  'gpgKeys.add': ownAccountOnly,
  'gpgKeys.remove': ownAccountOnly,
  'emails.add': ownAccountOnly,
  'emails.remove': ownAccountOnly,
  'personalAccessTokens.create': ownAccountOnly,
  // Recorded by the lookup, without the token.
  'anyTokens.identify': ownAccountOnly,
  'anyTokens.revoke': ownAccountOnly,
  // Revoking another user's token is recorded where the token list is checked.
  'personalAccessTokens.revoke': ownAccountOnly,
  'personalAccessTokens.rotate': ownAccountOnly,
  'personalAccessTokens.revokeSelf': ownAccountOnly,
  'personalAccessTokens.rotateSelf': ownAccountOnly,
}

/** How long (ms) a write waits for its details. */
const maxWaitMs = 5_000
const briefWait = () => ({ once: true as const, signal: AbortSignal.timeout(maxWaitMs) })

/** Reads the value that a write replaces; empty for a new attribute. */
async function readAttribute(
  gitlab: Pick<GitLabClient, 'call'>,
  { id, attribute }: EndpointInput<typeof customAttributes.get>,
): Promise<RecordFields> {
  try {
    const { value } = await gitlab.call(customAttributes.get, { id, attribute }, briefWait())
    return { value }
  } catch (error) {
    if (error instanceof FailureError) return {}
    throw error
  }
}

export function sshFingerprint(key: { key: string }): string | undefined {
  return parseSshKey(key)?.fingerprint
}

/** A GPG key's first valid user ID, as shown in the UI, and its fingerprint. */
export async function readGpgKeyDetails(key: {
  key: string
}): Promise<{ name?: string; fingerprint?: string }> {
  const parsed = await parseGpgKey(key, currentTime())
  if (!parsed) return {}
  const { userIds, fingerprint } = parsed.details
  const name = (userIds.find(({ revoked }) => !revoked) ?? userIds[0])?.text ?? fingerprint
  return { name, fingerprint }
}
