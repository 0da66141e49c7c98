/** The ID in a search like `47841` or `#47841`; undefined for other searches. */
export function parseIdSearch(search: string): number | undefined {
  const [, digits] = /^#?(\d{1,15})$/.exec(search.trim()) ?? []
  return Number(digits) || undefined
}
