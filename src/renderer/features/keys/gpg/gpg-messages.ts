import type {
  AccountGpgKey,
  GpgKeyCapability,
  GpgKeyDetails,
  GpgUserId,
  JoinedGpgKey,
} from '../../../../shared/app/gpg-keys.ts'
import { t } from '../../../ui/messages.ts'

/** The `file` of gpg's own keys. */
const ofGpg = 'gpg'

/** A parsed key of the account or of this computer. */
export type GpgKeyFacts = NonNullable<AccountGpgKey['details']>

type NamedKey = Pick<GpgKeyDetails, 'userIds' | 'keyId'>

/** The name of a key: the first that is not revoked, else its ID on the account. */
export function gpgKeyName(details: NamedKey | undefined, id = 0): string {
  return primaryUserId(details)?.text ?? details?.keyId ?? t('gpgKeys.unnamed', { id })
}

function primaryUserId({ userIds }: NamedKey = { userIds: [], keyId: '' }): GpgUserId | undefined {
  return userIds.find(({ revoked }) => !revoked) ?? userIds[0]
}

/** Groups of four, as gpg prints a fingerprint. */
export function spacedFingerprint(fingerprint: string): string {
  return fingerprint.replace(/(.{4})(?=.)/g, '$1 ')
}

/** The uses of a key or subkey. */
export function capabilitiesLabel(capabilities: readonly GpgKeyCapability[]): string {
  const uses = capabilities.map((one) => t(`gpgKeys.use_${one}`))
  return uses.length > 0 ? t('gpgKeys.uses', { uses }) : t('gpgKeys.noUse')
}

/** Whether a key is the user's own: gpg has its private key, or it was added here as a file. */
export function isOwnGpgKey({ hasPrivateKey, file }: Pick<JoinedGpgKey, 'hasPrivateKey' | 'file'>) {
  return hasPrivateKey || file !== ofGpg
}

/** Of several copies of a key, the newer one is shown, then the one in gpg with its private key. */
export function rankGpgKey({
  state,
  hasPrivateKey,
}: Pick<JoinedGpgKey, 'state' | 'hasPrivateKey'>) {
  return (state === 'changed' ? 2 : 0) + (hasPrivateKey ? 1 : 0)
}
