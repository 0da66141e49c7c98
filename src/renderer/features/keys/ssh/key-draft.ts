import { computed, reactive } from 'vue'
import type { SshKeyChanges, SshKeyChoice } from '../../../../shared/operations/local-keys.ts'
import { nameLimit } from '../../../../shared/rules/limits.ts'
import type { SshKey } from '../../../../shared/gitlab/ssh-keys.ts'
import { sshKeyUsages } from '../../../../shared/rules/ssh-keys.ts'
import { type ExpiryChoice, expiryErrors } from '../../../forms/expiry-choice.ts'
import { t } from '../../../ui/messages.ts'
import { codePointLength } from '../../../../shared/rules/text-length.ts'

export type SshKeyUsage = (typeof sshKeyUsages)[number]

/** The form values for a key’s options. */
export interface SshKeyDraft {
  title: string
  usage: SshKeyUsage
  expiry: ExpiryChoice
}

/** Errors by API field name. */
export type SshKeyDraftErrors = Partial<Record<'title' | 'expires_at' | 'usage_type', string[]>>

/** Labels a usage type. A newer GitLab may have others, which are shown unchanged. */
export function usageLabel(usage: string | null | undefined): string | undefined {
  const knownUsage = findUsage(usage)
  return knownUsage ? t(`sshKeys.usage_${knownUsage}`) : (usage ?? undefined)
}

function findUsage(usage: string | null | undefined): SshKeyUsage | undefined {
  return sshKeyUsages.find((known) => known === usage)
}

/** A key’s editable fields. Before the import, there is only a title. */
export type SshKeySettings = Pick<SshKey, 'title'> &
  Partial<Pick<SshKey, 'usage_type' | 'expires_at'>>

/** Fills the form with a key’s current options. */
export function toKeyDraft({
  title,
  usage_type: usage,
  expires_at: end,
}: SshKeySettings): SshKeyDraft {
  return {
    title,
    usage: findUsage(usage) ?? 'auth_and_signing',
    expiry: { kind: end ? 'keep' : 'never', day: '' },
  }
}

export function isSameDraft(a: SshKeyDraft, b: SshKeyDraft): boolean {
  return a.title === b.title && a.usage === b.usage && isSameExpiry(a.expiry, b.expiry)
}

function isSameExpiry(a: ExpiryChoice, b: ExpiryChoice): boolean {
  return a.kind === b.kind && a.day === b.day
}

/** Drafts by key, kept while their form is closed. */
export function useSshKeyDrafts<Id>() {
  const drafts = reactive(new Map<Id, { draft: SshKeyDraft; initial: SshKeyDraft }>())
  return {
    draftFor(id: Id, initial: SshKeyDraft): SshKeyDraft {
      if (!drafts.has(id)) drafts.set(id, { draft: { ...initial }, initial })
      return (drafts as Map<Id, { draft: SshKeyDraft }>).get(id)!.draft
    },
    discardDraft: (id: Id) => void drafts.delete(id),
    /** The keys whose draft has edits. */
    editedIds: computed(() =>
      [...drafts].flatMap(([id, { draft, initial }]) => (isSameDraft(draft, initial) ? [] : id)),
    ),
  }
}

/** Validation errors; empty if the options are valid. */
export function sshKeyDraftErrors({ title, expiry }: SshKeyDraft): SshKeyDraftErrors {
  const expires = expiryErrors(expiry)
  return {
    ...(title.trim() === '' && { title: [t('sshKeys.titleEmpty')] }),
    ...(codePointLength(title) > nameLimit && {
      title: [t('sshKeys.titleTooLong', { limit: nameLimit })],
    }),
    ...(expires && { expires_at: expires }),
  }
}

/** Converts a draft to the input for an import. */
export function toSshKeyChoice(
  localKeyId: string,
  { title, usage, expiry }: SshKeyDraft,
): SshKeyChoice {
  return {
    localKeyId,
    title: title.trim(),
    usage_type: usage,
    ...(expiry.day && { expires_at: expiry.day }),
  }
}

/** The options that were changed for a key on the account. */
export function changedOptions(
  key: SshKeySettings,
  { title, usage, expiry }: SshKeyDraft,
): SshKeyChanges {
  const before = toKeyDraft(key)
  return {
    ...(title.trim() !== before.title && { title: title.trim() }),
    ...(usage !== before.usage && { usage_type: usage }),
    ...(!isSameExpiry(expiry, before.expiry) && { expires_at: expiry.day || null }),
  }
}
