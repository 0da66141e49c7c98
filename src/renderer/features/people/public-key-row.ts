import type { GpgKey } from '../../../shared/service/gpg-keys.ts'
import type { SshKey } from '../../../shared/service/ssh-keys.ts'
import { lastUsed } from '../../ui/time/last-used.ts'
import { fullMoment } from '../../ui/time/moments.ts'

/** A public key as a person's page lists it. */
export interface PublicKeyRow {
  id: number
  title: string
  facts: string[]
  /** The key itself. */
  text: string
  isExpired: boolean
}

const usages: Record<string, string> = {
  auth: 'Authentication',
  signing: 'Signing',
  auth_and_signing: 'Authentication and signing',
}

/** An SSH key; `now` decides whether it has expired. */
export function sshRow(key: SshKey, now = Date.now()): PublicKeyRow {
  const { id, title, key: text, usage_type: usage, expires_at: end } = key
  const isExpired = !!end && Date.parse(end) <= now
  return {
    id,
    title: title || `Key ${id}`,
    facts: [
      text.split(/\s/, 1)[0]!,
      ...(usage ? [usages[usage] ?? usage] : []),
      ...moment('Added', key.created_at),
      ...moment(isExpired ? 'Expired' : 'Expires', end),
      ...lastUsed(key.last_used_at),
    ],
    text,
    isExpired,
  }
}

/** A GPG key. What is in the block is not read here, so the service's number names it. */
export function gpgRow(key: GpgKey): PublicKeyRow {
  return {
    id: key.id,
    title: `GPG key ${key.id}`,
    facts: moment('Added', key.created_at),
    text: key.key,
    isExpired: false,
  }
}

function moment(what: string, at: string | null | undefined): string[] {
  if (!at) return []
  const time = Date.parse(at)
  return [`${what} ${Number.isNaN(time) ? at : fullMoment(time)}`]
}
