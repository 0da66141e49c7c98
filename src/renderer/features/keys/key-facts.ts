import { t } from '../../ui/messages.ts'
import { fullMoment } from '../../ui/time/moments.ts'

type DateFact = 'keys.added' | 'keys.createdOn' | 'keys.expired' | 'keys.expires'

/** A fact with a moment of ISO 8601, for a list of facts; empty without a moment. */
export function dateFact(id: DateFact, at: string | null | undefined): string[] {
  const time = Date.parse(at ?? '')
  return Number.isNaN(time) ? [] : [t(id, { date: fullMoment(time) })]
}

/** When a GPG key or subkey expires, as a phrase for a list of facts. */
export function expiryFact({ expires, expired }: { expires?: string; expired: boolean }): string {
  const [fact] = dateFact(expired ? 'keys.expired' : 'keys.expires', expires)
  return fact ?? t('gpgKeys.noExpiry')
}

/** Where a key of this computer was found. */
export function placeFacts(place: string, otherFiles: readonly string[]): string[] {
  return otherFiles.length > 0 ? [place, t('keys.alsoIn', { files: otherFiles })] : [place]
}

/** Where the private key of a key was found, if anywhere. */
export function privateKeyFact(place: string | undefined): string {
  return place === undefined ? t('keys.noPrivateKey') : t('keys.privateKeyIn', { place })
}
