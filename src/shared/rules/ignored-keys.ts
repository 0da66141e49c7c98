/** Identifies a local key among the items that an account ignores. */
export function ignoredKeyName(kind: 'SSH' | 'GPG', fingerprint: string): string {
  return `local-${kind.toLowerCase()}-key ${fingerprint}`
}
