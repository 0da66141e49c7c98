import { profileCatalogue } from './screens/profile/profile-catalogue.ts'

/** Fields that are no fact of a user, or are called otherwise where one changes them. */
const others: Record<string, string> = {
  baseUrl: 'URL',
  content: 'Certificate',
  email: 'Email',
  extern_uid: 'External ID',
  expires_at: 'Expiry date',
  group_id_for_saml: 'SAML group',
  key: 'Key',
  skip_confirmation: 'Skip confirmation',
  skip_reconfirmation: 'Skip confirmation',
  view_diffs_file_by_file: 'One file at a time',
}
const shortForms = /\b(id|url|ssh|gpg|ip|saml|scim|uid)\b/g

/** What a field of the interface is called on the screens, as the beginning of a sentence. */
export function fieldWords(name: string): string {
  const part = name.split('.').findLast((one) => !/^\d*$/.test(one)) ?? ''
  if (Object.hasOwn(others, part)) return others[part]!
  if (Object.hasOwn(profileCatalogue, part)) {
    return profileCatalogue[part as keyof typeof profileCatalogue].label
  }
  const words = part
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start}`)
    .toLowerCase()
    .replaceAll('_', ' ')
    .trim()
    .replace(shortForms, (short) => short.toUpperCase())
  return words === '' ? 'Something' : words.charAt(0).toUpperCase() + words.slice(1)
}
