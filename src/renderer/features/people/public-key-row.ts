import type { MessageId } from '../../../shared/messages/message.ts'
import type { GpgKey } from '../../../shared/gitlab/gpg-keys.ts'
import type { SshKey } from '../../../shared/gitlab/ssh-keys.ts'
import { hasExpired } from '../../../shared/rules/utc-days.ts'
import { lastUsed } from '../../ui/time/last-used.ts'
import { fullMoment } from '../../ui/time/moments.ts'
import { t } from '../../ui/messages.ts'

export type PublicKey = ({ kind: 'ssh' } & SshKey) | ({ kind: 'gpg' } & GpgKey)

/** A public key listed on a user’s page. */
export interface PublicKeyRow {
  id: number
  title: string
  facts: string[]
  /** The public key’s text. */
  text: string
  isExpired: boolean
}

const usages: Record<string, MessageId> = {
  auth: 'sshKeys.usage_auth',
  signing: 'sshKeys.usage_signing',
  auth_and_signing: 'sshKeys.usage_auth_and_signing',
}

/** Describes a key for its row. Whether it has expired depends on `now`. */
export function publicKeyRow(key: PublicKey, now: number): PublicKeyRow {
  return key.kind === 'ssh' ? sshKeyRow(key, now) : gpgKeyRow(key)
}

function sshKeyRow(key: SshKey, now: number): PublicKeyRow {
  const { id, title, key: text, usage_type: usage, expires_at: end } = key
  const isExpired = !!end && hasExpired(end, now)
  return {
    id,
    title: title || t('people.key', { id }),
    facts: [
      text.split(/\s/, 1)[0]!,
      ...(usage ? [usageLabel(usage)] : []),
      ...dateFact('people.keyAdded', key.created_at),
      ...dateFact(isExpired ? 'people.keyExpired' : 'people.keyExpires', end),
      ...lastUsed(key.last_used_at),
    ],
    text,
    isExpired,
  }
}

/** Describes a GPG key. The title is the ID, because the key block isn’t parsed here. */
function gpgKeyRow(key: GpgKey): PublicKeyRow {
  return {
    id: key.id,
    title: t('people.gpgKey', { id: key.id }),
    facts: dateFact('people.keyAdded', key.created_at),
    text: key.key,
    isExpired: false,
  }
}

function usageLabel(usage: string): string {
  return Object.hasOwn(usages, usage) ? t(usages[usage]!) : usage
}

/** A date as a fact. Empty if there is no date. */
function dateFact(id: MessageId, at: string | null | undefined): string[] {
  if (!at) return []
  const time = Date.parse(at)
  return [t(id, { time: Number.isNaN(time) ? at : fullMoment(time) })]
}
