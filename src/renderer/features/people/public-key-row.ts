import type { MessageId } from '../../../shared/messages/message.ts'
import type { GpgKey } from '../../../shared/gitlab/gpg-keys.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { t } from '../../ui/messages.ts'

/** An SSH key, which has a title, or a GPG key. */
export type PublicKey = GpgKey & Partial<SshKey>

const usages: Record<string, MessageId> = {
  auth: 'sshKeys.usage_auth',
  signing: 'sshKeys.usage_signing',
  auth_and_signing: 'sshKeys.usage_auth_and_signing',
}

/** A public key’s title. A GPG key has its ID, because the key block isn’t parsed here. */
export function publicKeyTitle({ id, title }: PublicKey): string {
  return title === undefined ? t('people.gpgKey', { id }) : title || t('people.key', { id })
}

/** An SSH key’s type and usage; empty for a GPG key. */
export function publicKeyType({ title, key, usage_type: usage }: PublicKey): string {
  if (title === undefined) return ''
  const label = usage && Object.hasOwn(usages, usage) ? t(usages[usage]!) : usage
  return [key.split(/\s/, 1)[0]!, label].filter(Boolean).join(' · ')
}
