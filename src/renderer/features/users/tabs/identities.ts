import type { AdminUser } from '../../../../shared/service/user-fields.ts'

/** A way in which somebody is known elsewhere and signs in here. */
export interface Identity {
  provider: string
  externUid?: string
  /** For `group_saml`. Tiered. */
  samlProviderId?: number
}

/** An identity that a directory pushes. Nothing but that directory takes it away. Tiered. */
export interface ScimIdentity {
  externUid?: string
  group?: string
  isActive?: boolean
}

/** The identities of a person that have a provider; nothing can be done about others. */
export function identitiesOf({ identities }: Pick<AdminUser, 'identities'>): Identity[] {
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

export function scimIdentitiesOf(user: Pick<AdminUser, 'scim_identities'>): ScimIdentity[] {
  return (user.scim_identities ?? []).map(({ extern_uid: uid, group_id: group, active }) => ({
    ...(uid && { externUid: uid }),
    ...(group !== null && group !== undefined && { group: String(group) }),
    ...(typeof active === 'boolean' && { isActive: active }),
  }))
}

/** What goes with an identity, in sentences. Whether somebody has a password is not for others to know. */
export function lossOf(
  { provider, externUid }: Identity,
  all: readonly Identity[],
  name: string,
): string {
  const rest = all.filter((one) => one.provider !== provider)
  const same = all.length - rest.length
  return [
    `${name} can no longer sign in with ${provider}${externUid ? ` (${externUid})` : ''}.`,
    ...(same > 1
      ? [`There are ${same} identities of ${provider}: the service deletes by provider.`]
      : []),
    rest.length
      ? `There ${rest.length === 1 ? 'is one more identity' : `are ${rest.length} more identities`} left to sign in with.`
      : 'It is the last one: without a password that they know, they cannot sign in at all.',
    'A directory may bring the identity back when it is next compared.',
  ].join(' ')
}
