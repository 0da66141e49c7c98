/** The ID that a search consists of, as `47841` or `#47841`; undefined for all other searches. */
export function idIn(search: string): number | undefined {
  const [, digits] = /^#?(\d{1,15})$/.exec(search.trim()) ?? []
  return Number(digits) || undefined
}
