import type { SshKeyChanges, SshKeyChoice } from '../../../../shared/app/local-keys.ts'
import { nameLimit } from '../../../../shared/limits.ts'
import { type SshKey, sshKeyUsages } from '../../../../shared/service/ssh-keys.ts'
import { expiryErrors } from '../../../data/expiry-choice.ts'
import type { ExpiryChoice } from '../../../data/expiry-choice.ts'
import { t } from '../../../ui/messages.ts'
import { characterCount } from '../../../ui/text-length.ts'

export type SshKeyUsage = (typeof sshKeyUsages)[number]

/** The options of a key as they are filled in. */
export interface SshKeyDraft {
  title: string
  usage: SshKeyUsage
  expiry: ExpiryChoice
}

/** Errors by the field's name in the API. */
export type DraftErrors = Partial<Record<'title' | 'expires_at' | 'usage_type', string[]>>

/** The name of a usage; that of a newer GitLab may be unknown. */
export function usageLabel(usage: string | null | undefined): string | undefined {
  const known = knownUsage(usage)
  return known ? t(`sshKeys.usage_${known}`) : (usage ?? undefined)
}

function knownUsage(usage: string | null | undefined): SshKeyUsage | undefined {
  return sshKeyUsages.find((known) => known === usage)
}

/** The fields of a key that can be changed; a key that is not on the account yet has only a title. */
export type SshKeySettings = Pick<SshKey, 'title'> &
  Partial<Pick<SshKey, 'usage_type' | 'expires_at'>>

/** The options that a key has now. */
export function draftOf({
  title,
  usage_type: usage,
  expires_at: end,
}: SshKeySettings): SshKeyDraft {
  return {
    title,
    usage: knownUsage(usage) ?? 'auth_and_signing',
    expiry: { kind: end ? 'keep' : 'never', day: '' },
  }
}

export function sameDraft(a: SshKeyDraft, b: SshKeyDraft): boolean {
  return a.title === b.title && a.usage === b.usage && sameExpiry(a.expiry, b.expiry)
}

function sameExpiry(a: ExpiryChoice, b: ExpiryChoice): boolean {
  return a.kind === b.kind && a.day === b.day
}

/** Why the options would be refused; empty when they can be sent. */
export function draftErrors({ title, expiry }: SshKeyDraft): DraftErrors {
  const expires = expiryErrors(expiry)
  return {
    ...(title.trim() === '' && { title: [t('sshKeys.titleEmpty')] }),
    ...(characterCount(title) > nameLimit && {
      title: [t('sshKeys.titleTooLong', { limit: nameLimit })],
    }),
    ...(expires && { expires_at: expires }),
  }
}

/** A key to import with its options. */
export function choiceOf(localKeyId: string, { title, usage, expiry }: SshKeyDraft): SshKeyChoice {
  return {
    localKeyId,
    title: title.trim(),
    usage_type: usage,
    ...(expiry.day && { expires_at: expiry.day }),
  }
}

/** The options of a key of the account that were changed. */
export function changesOf(
  key: SshKeySettings,
  { title, usage, expiry }: SshKeyDraft,
): SshKeyChanges {
  const before = draftOf(key)
  return {
    ...(title.trim() !== before.title && { title: title.trim() }),
    ...(usage !== before.usage && { usage_type: usage }),
    ...(!sameExpiry(expiry, before.expiry) && { expires_at: expiry.day || null }),
  }
}
