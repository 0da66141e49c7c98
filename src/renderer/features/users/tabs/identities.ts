import { t } from '../../../ui/messages.ts'
import type { UserForAdmins } from '../../../../shared/gitlab/user-fields.ts'

/** A sign-in identity from another provider. */
export interface ProviderIdentity {
  provider: string
  externUid?: string
  /** For `group_saml`. Tiered. */
  samlProviderId?: number
}

/** An identity from a SCIM provider. Tiered. */
export interface ScimIdentity {
  externUid?: string
  group?: string
  isActive?: boolean
}

/** A user’s identities that have a provider. Others can’t be deleted. */
export function listProviderIdentities({
  identities,
}: Pick<UserForAdmins, 'identities'>): ProviderIdentity[] {
  return (identities ?? []).flatMap(({ provider, extern_uid: uid, saml_provider_id: saml }) =>
    provider
      ? {
          provider,
          ...(uid && { externUid: uid }),
          ...(typeof saml === 'number' && { samlProviderId: saml }),
        }
      : [],
  )
}

export function readScimIdentities(user: Pick<UserForAdmins, 'scim_identities'>): ScimIdentity[] {
  return (user.scim_identities ?? []).map(({ extern_uid: uid, group_id: group, active }) => ({
    ...(uid && { externUid: uid }),
    ...(group !== null && group !== undefined && { group: String(group) }),
    ...(typeof active === 'boolean' && { isActive: active }),
  }))
}

/** Explains what deleting an identity means. GitLab doesn’t report whether the user has a password. */
export function deletionMessage(
  { provider, externUid: uid }: ProviderIdentity,
  all: readonly ProviderIdentity[],
  user: string,
): string {
  const rest = all.filter((other) => other.provider !== provider)
  const same = all.length - rest.length
  return [
    t('user.loseSignIn', { user, provider: uid ? `${provider} (${uid})` : provider }),
    ...(same > 1 ? [t('user.loseAllOfProvider', { count: same, provider })] : []),
    rest.length > 0 ? t('user.loseRest', { count: rest.length }) : t('user.loseLast'),
    t('user.loseSync'),
  ].join(' ')
}
