import { t } from '../../ui/messages.ts'
import type { FileRow, Scan } from './key-kind.ts'
import { actionLabels, importAction } from './key-rows.ts'
import type { KeyResult } from './key-results.ts'
import type { LocalKey } from './use-local-keys.ts'

/** The keys of this computer that "Import all" does not import. */
interface SkippedKeys {
  newKeys: { value: readonly LocalKey[] }
  keysOnAccount: { value: readonly LocalKey[] }
  scanResult: { value: Scan }
}

/** What "Import all" skips, and why: keys to look at first, files without a usable public key, and keys that are there already. */
export function skippedResults({ newKeys, keysOnAccount, scanResult }: SkippedKeys): KeyResult[] {
  const { rows } = scanResult.value
  const paired = new Set(rows.flatMap((row) => (row.kind === 'key' ? (row.privateKey ?? []) : [])))
  return [
    ...newKeys.value.flatMap(unsafeResult),
    ...rows.flatMap((row) => refusedResult(row, paired)),
    ...keysOnAccount.value.map(onAccountResult),
  ]
}

function unsafeResult(key: LocalKey): KeyResult[] {
  const { localKeyId, name, skipReason } = key
  if (!skipReason) return []
  const action = importAction(key)
  const hint = action && t('keys.importIndividually', { action: actionLabels(action, name).label })
  return [{ localKeyId, title: name, outcome: 'skipped', message: skipReason, hint }]
}

function onAccountResult({ localKeyId, name }: LocalKey): KeyResult {
  const message = t('keys.result_onAccount')
  return { localKeyId, title: name, outcome: 'on-account', message }
}

/** A private key beside its public key is where it belongs, and not worth a word. */
function refusedResult(row: FileRow, paired: ReadonlySet<string>): KeyResult[] {
  if (row.kind !== 'refused' || paired.has(row.file)) return []
  const { file, secret } = row
  const message = t(secret ? 'keys.result_privateOnly' : 'keys.result_broken')
  return [{ localKeyId: '', title: file, outcome: 'skipped', message }]
}
