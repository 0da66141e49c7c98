import { lastPart, nameWords } from '../../shared/name-words.ts'
import { t } from '../ui/messages.ts'
import { profileCatalogue } from './profile/profile-catalog.ts'

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

/** What a field of the interface is called on the screens, as the beginning of a sentence. */
export function fieldWords(name: string): string {
  const part = lastPart(name)
  if (Object.hasOwn(others, part)) return others[part]!
  if (Object.hasOwn(profileCatalogue, part)) {
    return t(profileCatalogue[part as keyof typeof profileCatalogue].label)
  }
  return nameWords(name)
}
