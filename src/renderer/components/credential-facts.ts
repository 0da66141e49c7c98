import type { InstanceCredential } from '../../shared/operations/credentials.ts'
import { escapeBidi } from '../ui/escape-bidi.ts'
import { t } from '../ui/messages.ts'
import { formatDay, shortDayOf } from '../ui/time/moments.ts'

/** Formats a date or time as a date, for tables; “Never” for null. */
export function dayText(time: string | null): string {
  if (time === null) return t('user.never')
  return time.length > 10 ? formatDay(Date.parse(time)) : shortDayOf(time)
}

/** Formats when a credential was last used, or a dash if unknown. */
export function lastUseText({
  last_used_at,
  never_used,
}: Pick<InstanceCredential, 'last_used_at' | 'never_used'>): string {
  return last_used_at !== null || never_used ? dayText(last_used_at) : '–'
}

/** A credential’s kind in words, and its algorithm, fingerprint, scopes, and addresses, as far as they are known. */
export function credentialFacts(
  kind: string,
  credential: Pick<
    InstanceCredential,
    'algorithm' | 'bits' | 'scopes' | 'fingerprint' | 'last_used_ips'
  >,
): string {
  const { algorithm, bits, scopes, fingerprint, last_used_ips: addresses } = credential
  return [
    kind,
    algorithm && [algorithm, bits].filter((part) => part !== null).join(' '),
    scopes && escapeBidi(scopes),
    fingerprint,
    addresses && t('user.usedFrom', { addresses: addresses.split(', ') }),
  ]
    .filter(Boolean)
    .join(' · ')
}
