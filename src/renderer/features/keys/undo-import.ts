import type { ImportedKey } from './keys.ts'

/** Fields that may have been changed since the import. */
const comparedFields = ['key', 'title', 'usage_type', 'expires_at'] as const

/** The imported keys that are still on the account and unchanged. */
export function unchangedKeys(
  imported: readonly ImportedKey[],
  onAccount: readonly ImportedKey[],
): ImportedKey[] {
  return imported.filter((before) => {
    const now = onAccount.find(({ id }) => id === before.id)
    return now !== undefined && isSame(before, now)
  })
}

function isSame(before: ImportedKey, now: ImportedKey) {
  return comparedFields.every((field) => (before[field] ?? null) === (now[field] ?? null))
}

/** Removes imported keys, except any that have since been changed. Returns how many were removed and how many kept. */
export async function undoImport(
  calls: {
    list(): Promise<{ account: ImportedKey[] }>
    remove(id: number): Promise<unknown>
  },
  imported: readonly ImportedKey[],
): Promise<{ removed: number; kept: number }> {
  const { account } = await calls.list()
  const unchanged = unchangedKeys(imported, account)
  for (const { id } of unchanged) await calls.remove(id)
  const present = imported.filter(({ id }) => account.some((key) => key.id === id))
  return { removed: unchanged.length, kept: present.length - unchanged.length }
}
