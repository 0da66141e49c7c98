import { t } from '../ui/messages.ts'

/** Lists the fields that GitLab ignored when creating something; empty if there are none. */
export function ignoredFieldsMessage(labels: readonly string[]): string {
  return labels.length > 0 ? t('saving.notSet', { fields: labels }) : ''
}

/** Reports that GitLab ignored a new token’s description, as older versions do. */
export function descriptionNotSetMessage(
  sent: string | undefined,
  answer: { description?: string | null },
): string {
  return ignoredFieldsMessage(sent && !answer.description ? [t('tokens.description')] : [])
}
