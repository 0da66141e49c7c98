import { isEmailAddress, isSameEmail } from '../../../shared/email-address.ts'
import type { ServiceAccount } from '../../../shared/service/service-accounts.ts'
import type { Fields } from '../../data/form-field.ts'
import { nameLimit } from '../../../shared/limits.ts'

/** A service account as it is typed; what is left empty is generated. */
export interface ServiceAccountDraft {
  name: string
  username: string
  email: string
}

export const freshDraft = (): ServiceAccountDraft => ({ name: '', username: '', email: '' })

export const accountFields = {
  name: {
    kind: 'text',
    label: 'Name',
    placeholder: 'Nightly export',
    limit: nameLimit,
    hint: 'Without one it is called “Service account user”.',
  },
  username: {
    kind: 'text',
    label: 'Username',
    placeholder: 'nightly-export',
    isCode: true,
    check: (text) =>
      /^[a-z0-9_.][a-z0-9_.-]{0,254}$/i.test(text)
        ? undefined
        : 'can have only letters, digits, “_”, “-” and “.”',
  },
  email: {
    kind: 'text',
    label: 'Email',
    placeholder: 'nightly-export@example.com',
    isCode: true,
    hint: 'Used once the link in the mail that is sent there was opened.',
    check: (text) =>
      isEmailAddress(text) ? undefined : 'is not an email address, for example name@example.com',
  },
} satisfies Fields

/** What is sent: only what was typed. */
export function newAccount({
  name,
  username,
  email,
}: ServiceAccountDraft): Partial<ServiceAccountDraft> {
  return {
    ...(name.trim() && { name: name.trim() }),
    ...(username.trim() && { username: username.trim() }),
    ...(email.trim() && { email: email.trim() }),
  }
}

/** Labels of the fields that were sent and not saved. */
export function ignoredLabels(
  { name, username, email }: Partial<ServiceAccountDraft>,
  made: ServiceAccount,
): string[] {
  const has = (address: string) =>
    [made.email, made.unconfirmed_email].some((one) => one && isSameEmail(one, address))
  return [
    ...(name && name !== made.name ? ['Name'] : []),
    ...(username && username !== made.username ? ['Username'] : []),
    ...(email && !has(email) ? ['Email'] : []),
  ]
}
