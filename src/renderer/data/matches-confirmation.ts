/**
 * Whether what was typed is a name that was asked for. What nobody can see, and so not type, does not count; typing nothing confirms
 * nothing.
 */
export function matchesConfirmation(typed: string, wanted: string): boolean {
  return visible(typed) !== '' && visible(typed) === visible(wanted)
}

function visible(text: string): string {
  return text.normalize('NFKC').replace(/\p{C}/gu, '').replace(/\s+/g, ' ').trim()
}
