import { t } from '../ui/messages.ts'

/** Lists the fields that GitLab ignored in a creation; empty if none. */
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
