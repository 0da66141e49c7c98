import { t } from '../ui/messages.ts'

/** Names of fields in a sentence: “Note, Bio and Location”. */
export function fieldList(labels: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(labels)
}

/** Fields that were sent in vain, where others were saved. */
export function exceptionWords(labels: readonly string[]): string {
  return `except ${fieldList(labels)}: this GitLab ignored ${labels.length === 1 ? 'it' : 'them'}`
}

/** Fields that were sent in vain. */
export function ignoredWords(labels: readonly string[]): string {
  return `this GitLab ignored ${fieldList(labels)}`
}

/** Names the fields that the service ignored when it created something; empty if it ignored none. */
export function notSetWords(labels: readonly string[]): string {
  return labels.length > 0 ? t('saving.notSet', { fields: labels }) : ''
}

/** Tells whether the service ignored the description of a new token, as older versions do. */
export function ignoredDescription(
  sent: string | undefined,
  answer: { description?: string | null },
): string {
  return notSetWords(sent && !answer.description ? [t('tokens.description')] : [])
}
