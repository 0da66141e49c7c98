import type { KeyPurpose } from '../../shared/rules/key-purpose.ts'
import { instanceName } from './instance-name.ts'
import { t } from '../ui/messages.ts'

/** Warns that a key may not be intended for the account. */
export function describePurpose(purpose: KeyPurpose): string {
  if (purpose.kind === 'account') {
    const { username, instance } = purpose
    return t('keys.forAccount', { username, host: instanceName(instance) })
  }
  if (purpose.kind === 'user') return t('keys.forUser', { username: purpose.username })
  return purpose.kind === 'host'
    ? t('keys.forHost', { host: purpose.name })
    : t('keys.forMachine', { word: purpose.word })
}
