import type { FoundCredential, LookupAnswer } from '../../../shared/operations/lookup.ts'
import type { Settings } from '../../../shared/operations/settings.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'

/** Why nobody was found. */
export function notFoundText(answer: LookupAnswer): { title: string; text?: string } | undefined {
  switch (answer.outcome) {
    case 'found':
      return undefined
    case 'notFound':
      return answer.subject === 'token'
        ? { title: t('lookup.tokenNotFound'), text: t('lookup.tokenNotFoundText') }
        : {
            title: t(answer.fromReview ? 'lookup.notInReview' : 'lookup.keyNotFound'),
            text: answer.fromReview ? reviewText(answer.fromReview) : t('lookup.keyNotFoundText'),
          }
    case 'noReview':
      return { title: t('lookup.noReview'), text: t('lookup.noReviewText') }
    case 'notSupported':
      return {
        title: t('lookup.notSupported'),
        text: t(answer.subject === 'token' ? 'lookup.notSupportedText' : 'lookup.noReviewText'),
      }
    case 'kindNotSupported':
      return { title: t('lookup.kindNotSupported') }
    case 'latchkeys':
      return { title: t('lookup.latchkeys'), text: t('lookup.latchkeysText') }
    case 'privateKey':
      return { title: t('lookup.privateKey'), text: t('lookup.privateKeyText') }
  }
}

/** What revoking does, for the question before it. */
export function revocationText(
  { owner, revocation }: FoundCredential,
  { undoSeconds }: Pick<Settings, 'undoSeconds'>,
): string {
  if (revocation.by === 'nothing') return ''
  const { effect } = revocation
  return [
    t(`lookup.effect_${effect}`, { owner: owner ? bidiIsolate(owner.username) : '' }),
    revocation.by === 'id' ? t('lookup.undoFor', { seconds: undoSeconds }) : t('lookup.noUndo'),
  ].join(' ')
}

/** When the review read what it knows, and why the instance wasn’t asked. */
export const reviewText = ({ asOf, failure }: { asOf: number; failure?: Failure | undefined }) =>
  [t('lookup.fromReview', { at: asOf }), failure?.message].filter(Boolean).join(' ')

/** What was done, once it was. */
export const revokedText = ({ kind }: Pick<FoundCredential, 'kind'>) =>
  t(isKey(kind) ? 'lookup.keyDeleted' : 'lookup.revoked')

export const revokeTitle = ({ kind }: Pick<FoundCredential, 'kind'>, name: string) =>
  t(isKey(kind) ? 'lookup.deleteTitle' : 'lookup.revokeTitle', { kind: name })

const isKey = (kind: FoundCredential['kind']) => kind === 'sshKey' || kind === 'gpgKey'

/** Why it can’t be revoked from here; undefined if it can. */
export function notRevocableText({ revocation, state }: FoundCredential): string | undefined {
  if (revocation.by !== 'nothing') return undefined
  if (revocation.reason === 'kind') return t('lookup.kindNotRevocable')
  return t(state === 'expired' ? 'lookup.alreadyExpired' : 'lookup.alreadyRevoked')
}

/** The verb for removing it. */
export function revokeLabel({ kind }: Pick<FoundCredential, 'kind'>): string {
  return t(isKey(kind) ? 'lookup.deleteKey' : 'lookup.revoke')
}
