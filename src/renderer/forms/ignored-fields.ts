import { t } from '../ui/messages.ts'

/** Names the fields that the service ignored when it created something; empty if it ignored none. */
export function ignoredFieldsMessage(labels: readonly string[]): string {
  return labels.length > 0 ? t('saving.notSet', { fields: labels }) : ''
}

/** The same for the description of a new token, which older versions ignore. */
export function descriptionNotSetMessage(
  sent: string | undefined,
  answer: { description?: string | null },
): string {
  return ignoredFieldsMessage(sent && !answer.description ? [t('tokens.description')] : [])
}
