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

/** Says what something new lacks because the service ignored it; empty where it has everything. */
export function notSetWords(labels: readonly string[]): string {
  return labels.length > 0 ? `Not set: ${ignoredWords(labels)}.` : ''
}

/** Says whether the service ignored the description of a new token, as older versions do. */
export function ignoredDescription(
  sent: string | undefined,
  answer: { description?: string | null },
): string {
  return notSetWords(sent && !answer.description ? ['Description'] : [])
}
