import { isEmailAddress, isSameEmail } from '../../../shared/email-address.ts'
import type { ServiceAccount } from '../../../shared/service/service-accounts.ts'
import { lengthOf } from '../../ui/text-length.ts'

/** A service account as it is typed; what is left empty is generated. */
export interface ServiceAccountDraft {
  name: string
  username: string
  email: string
}

export const freshDraft = (): ServiceAccountDraft => ({ name: '', username: '', email: '' })

/** What is wrong with it, by the names of the interface. */
export function draftErrors({
  name,
  username,
  email,
}: ServiceAccountDraft): Record<string, string[]> {
  return {
    ...(lengthOf(name) > 255 && { name: ['is too long (255 characters at most)'] }),
    ...(username.trim() !== '' &&
      !/^[a-z0-9_.][a-z0-9_.-]{0,254}$/i.test(username.trim()) && {
        username: ['can have only letters, digits, “_”, “-” and “.”'],
      }),
    ...(email.trim() !== '' &&
      !isEmailAddress(email.trim()) && {
        email: ['is not an email address, for example name@example.com'],
      }),
  }
}

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
