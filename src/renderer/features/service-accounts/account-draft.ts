import { cleanEmail, isEmailAddress, isSameEmail } from '../../../shared/rules/email-address.ts'
import { isUsername } from '../../../shared/rules/username.ts'
import type { ServiceAccount } from '../../../shared/gitlab/service-accounts.ts'
import { t } from '../../ui/messages.ts'
import type { Fields } from '../../forms/form-field.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'

/** The form for a new service account. GitLab generates values for empty fields. */
export interface ServiceAccountDraft {
  name: string
  username: string
  email: string
}

export const freshServiceAccountDraft = (): ServiceAccountDraft => ({
  name: '',
  username: '',
  email: '',
})

export function accountFields() {
  return {
    name: {
      kind: 'text',
      label: t('fields.name'),
      limit: nameLimit,
      hint: t('serviceAccounts.nameHint'),
    },
    username: {
      kind: 'text',
      label: t('fields.username'),
      isCode: true,
      limit: nameLimit,
      check: (text) => (isUsername(text) ? undefined : t('editing.invalidUsername')),
    },
    email: {
      kind: 'text',
      label: t('fields.email'),
      isCode: true,
      hint: t('serviceAccounts.emailHint'),
      check: (text) => (isEmailAddress(cleanEmail(text)) ? undefined : t('editing.invalidEmail')),
    },
  } satisfies Fields
}

/** Converts a draft to a new service account, without empty fields. */
export function newAccount({
  name,
  username,
  email,
}: ServiceAccountDraft): Partial<ServiceAccountDraft> {
  return {
    ...(name.trim() && { name: name.trim() }),
    ...(username.trim() && { username: username.trim() }),
    ...(email.trim() && { email: cleanEmail(email) }),
  }
}

/** The labels of fields that GitLab ignored. */
export function ignoredLabels(
  { name, username, email }: Partial<ServiceAccountDraft>,
  created: ServiceAccount,
): string[] {
  const has = (address: string) =>
    [created.email, created.unconfirmed_email].some((other) => other && isSameEmail(other, address))
  return [
    ...(name && name !== created.name ? [t('fields.name')] : []),
    ...(username && username !== created.username ? [t('fields.username')] : []),
    ...(email && !has(email) ? [t('fields.email')] : []),
  ]
}
