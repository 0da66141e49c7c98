import type { MessageId } from '../../shared/messages/message.ts'
import { lastPart, spellOutName } from '../../shared/rules/name-words.ts'
import { answerField } from '../../shared/rules/user-fields.ts'
import { t } from '../ui/messages.ts'

/** Fields that the profile doesn’t have, or that have another label in forms. */
const others: Record<string, MessageId> = {
  baseUrl: 'forms.url',
  content: 'certificates.certificate',
  email: 'forms.email',
  extern_uid: 'forms.externalId',
  expires_at: 'forms.expiryDate',
  group_id_for_saml: 'forms.samlGroup',
  key: 'forms.key',
  skip_confirmation: 'forms.skipConfirmation',
  skip_reconfirmation: 'forms.skipConfirmation',
  view_diffs_file_by_file: 'preferences.oneFileAtATime',
}

/** The label of an API field. */
export function fieldLabel(name: string): string {
  const part = lastPart(name)
  if (Object.hasOwn(others, part)) return t(others[part]!)
  const field = answerField(part)
  return field ? t(field.shownAs ?? field.label) : spellOutName(name)
}
