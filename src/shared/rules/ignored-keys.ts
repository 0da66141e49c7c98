/** Identifies a local key among the ignored items of an account. */
export function ignoredKeyName(kind: 'SSH' | 'GPG', fingerprint: string): string {
  return `local-${kind.toLowerCase()}-key ${fingerprint}`
}
