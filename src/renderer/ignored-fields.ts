const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Tells which fields the service ignored; empty if it ignored none. */
export function ignoredWords(labels: readonly string[]): string {
  if (labels.length === 0) return ''
  return labels.length === 1
    ? `${labels[0]} was not saved: this GitLab version ignores it.`
    : `${list.format(labels)} were not saved: this GitLab version ignores them.`
}

/** Tells whether the service ignored the description of a new token, as older versions do. */
export function ignoredDescription(
  sent: string | undefined,
  answer: { description?: string | null },
): string {
  return ignoredWords(sent && !answer.description ? ['Description'] : [])
}
