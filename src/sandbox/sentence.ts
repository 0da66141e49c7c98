/** Joins field errors into one sentence as Rails does (`errors.full_messages.to_sentence`). */
export function toSentence(errors: Record<string, string[]>): string {
  const texts = Object.entries(errors).flatMap(([field, complaints]) =>
    // Base errors have no field prefix.
    complaints.map((complaint) =>
      field === 'base' ? complaint : `${humanize(field)} ${complaint}`,
    ),
  )
  const last = texts.at(-1) ?? ''
  if (texts.length < 2) return last
  return `${texts.slice(0, -1).join(', ')}${texts.length > 2 ? ',' : ''} and ${last}`
}

function humanize(field: string): string {
  const words = field.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
