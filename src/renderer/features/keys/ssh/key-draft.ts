import type { SshKeyChanges, SshKeyChoice } from '../../../../shared/app/local-keys.ts'
import { nameLimit } from '../../../../shared/limits.ts'
import type { SshKey, sshKeyUsages } from '../../../../shared/service/ssh-keys.ts'
import { expiryErrors } from '../../../data/expiry-choice.ts'
import type { ExpiryChoice } from '../../../data/expiry-choice.ts'
import { lengthOf } from '../../../ui/text-length.ts'

export type SshKeyUsage = (typeof sshKeyUsages)[number]

/** What a person decides about a key: how it is called, what it is for and when it ends. */
export interface SshKeyDraft {
  title: string
  usage: SshKeyUsage
  expiry: ExpiryChoice
}

/** What is wrong, by the field's name in the interface. */
export type DraftErrors = Partial<Record<'title' | 'expires_at' | 'usage_type', string[]>>

export const usageChoices: { value: SshKeyUsage; label: string; hint: string }[] = [
  { value: 'auth_and_signing', label: 'Both', hint: 'Pull, push and sign commits' },
  { value: 'auth', label: 'Authentication', hint: 'Pull and push only' },
  { value: 'signing', label: 'Signing', hint: 'Sign commits only' },
]

/** What a key is for, in words; a service may know more of it than we do. */
export function usageWords(usage: string | null | undefined): string | undefined {
  if (usage === 'auth_and_signing') return 'Authentication and signing'
  return usageChoices.find(({ value }) => value === usage)?.label ?? usage ?? undefined
}

/** What of a key can be changed; a key that is not on the account yet has only a title. */
export type SshKeySettings = Pick<SshKey, 'title'> &
  Partial<Pick<SshKey, 'usage_type' | 'expires_at'>>

/** A key as it is now. */
export function draftOf({
  title,
  usage_type: usage,
  expires_at: end,
}: SshKeySettings): SshKeyDraft {
  return {
    title,
    usage: usageChoices.find(({ value }) => value === usage)?.value ?? 'auth_and_signing',
    expiry: { kind: end ? 'keep' : 'never', day: '' },
  }
}

export function sameDraft(a: SshKeyDraft, b: SshKeyDraft): boolean {
  return a.title === b.title && a.usage === b.usage && sameExpiry(a.expiry, b.expiry)
}

function sameExpiry(a: ExpiryChoice, b: ExpiryChoice): boolean {
  return a.kind === b.kind && a.day === b.day
}

/** What would be refused; empty when it can be sent. */
export function draftErrors({ title, expiry }: SshKeyDraft): DraftErrors {
  const expires = expiryErrors(expiry)
  return {
    ...(title.trim() === '' && { title: ['cannot be empty'] }),
    ...(lengthOf(title) > nameLimit && {
      title: [`is too long (${nameLimit} characters at most)`],
    }),
    ...(expires && { expires_at: expires }),
  }
}

/** A key to import as it was decided. */
export function choiceOf(localKeyId: string, { title, usage, expiry }: SshKeyDraft): SshKeyChoice {
  return {
    localKeyId,
    title: title.trim(),
    usage_type: usage,
    ...(expiry.day && { expires_at: expiry.day }),
  }
}

/** What of a key of the account is to change. */
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
