import type {
  AccountGpgKey,
  GpgKeyDetails,
  GpgUserId,
  JoinedGpgKey,
} from '../../../../shared/app/gpg-keys.ts'

/** What gpg's own keys say of where they come from. */
const ofGpg = 'gpg'

/** A key of the account or of this machine, taken apart. */
export type GpgKeyFacts = NonNullable<AccountGpgKey['details']>

type Named = Pick<GpgKeyDetails, 'userIds' | 'keyId'>

/** How a key is called: by its first name that still counts, else by its number on the account. */
export function gpgKeyName(details: Named | undefined, id?: number): string {
  return mainName(details)?.text ?? details?.keyId ?? `GPG key ${id}`
}

/** What one types to delete it: the shortest that names it. */
export function gpgKeyTyped(details: Named | undefined, id: number): string {
  return mainName(details)?.email ?? details?.keyId ?? `GPG key ${id}`
}

function mainName({ userIds }: Named = { userIds: [], keyId: '' }): GpgUserId | undefined {
  return userIds.find(({ revoked }) => !revoked) ?? userIds[0]
}

/** Groups of four, as gpg prints a fingerprint. */
export function spacedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
}

const uses = { certify: 'certify', sign: 'sign', encrypt: 'encrypt', authenticate: 'sign in' }

/** What a key or subkey is for. */
export function capabilityWords(capabilities: readonly (keyof typeof uses)[]): string {
  return capabilities.map((one) => uses[one]).join(', ') || 'nothing in particular'
}

/** Whether a key is the person's own: gpg has its private half, or somebody brought it here. */
export function isOwnGpgKey({ hasPrivateKey, file }: Pick<JoinedGpgKey, 'hasPrivateKey' | 'file'>) {
  return hasPrivateKey || file !== ofGpg
}

/** Of several copies of a key, the one with news counts, then the one in gpg with its private half. */
export function rankOfGpgKey({
  state,
  hasPrivateKey,
}: Pick<JoinedGpgKey, 'state' | 'hasPrivateKey'>) {
  return (state === 'changed' ? 2 : 0) + (hasPrivateKey ? 1 : 0)
}
