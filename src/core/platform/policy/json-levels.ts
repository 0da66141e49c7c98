/** More levels than any policy has. */
export const maxLevels = 8

/** Whether a value from JSON has too many levels, which would exhaust the stack of whatever reads it. */
export function isDeeper(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}
