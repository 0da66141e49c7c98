import { computed, ref, shallowRef, toValue } from 'vue'
import type { MaybeRefOrGetter } from 'vue'
import { CallError } from '../../data/call-error.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { ImportRun, invalidResult, isValid } from './import-run.ts'
import type { Candidate, ImportSource } from './import-run.ts'
import type { ImportedKey } from './key-kind.ts'
import { formatResults } from './key-results.ts'
import type { KeyResult } from './key-results.ts'
import { skippedResults } from './skipped-results.ts'
import type { LocalKey } from './use-local-keys.ts'
import { undoImport } from './undo-import.ts'

/** The results of an import, key by key, and what it takes to undo it. */
export interface ImportResult {
  results: readonly KeyResult[]
  imported: readonly { source: ImportSource; key: ImportedKey }[]
}

/** Imports keys of this computer, of the kinds that are shown, and holds the result of the last import. */
export function useKeyImport(shown: MaybeRefOrGetter<readonly ImportSource[]>, account?: string) {
  const sources = () => toValue(shown)
  const { showToast } = useToast(account)
  const importing = useAsyncAction()
  const undoing = useAsyncAction()
  const result = shallowRef<ImportResult>()
  const progress = ref({ done: 0, total: 0 })

  const pendingKeys = (): Candidate[] =>
    sources().flatMap((source) => source.importableKeys.value.map((key) => ({ source, key })))

  /** Imports one key. A success is told in a toast with a way back; it leaves the result of another import where it is. */
  async function importOne(source: ImportSource, key: LocalKey) {
    const run = new ImportRun([{ source, key }], progress)
    await importing.run(() =>
      finishRun(run, () => {
        const isImported = run.imported.length > 0
        if (!isImported) showResult(run)
        else if (resultOf(key.localKeyId)) result.value = undefined
      }),
    )
    const { imported } = run
    if (imported.length === 0) return
    showToast(t('keys.imported', { name: source.draftFor(key).title }), {
      label: t('common.undo'),
      run: () => undo(imported),
      isUndo: true,
    })
  }

  /** Imports all keys that are safe to import without a look; the others are listed with the reason. */
  function importAll() {
    return importing.run(async () => {
      await loadSources()
      const [valid, invalid] = splitValid(pendingKeys())
      const skipped = [...invalid.map(invalidResult), ...sources().flatMap(skippedResults)]
      await importKeys(valid, skipped)
    })
  }

  /** Imports the keys of some results again. */
  function retry(ids: readonly string[]) {
    const found = sources().flatMap((source) =>
      [...source.newKeys.value, ...source.otherPeoplesKeys.value]
        .filter(({ localKeyId }) => ids.includes(localKeyId))
        .map((key) => ({ source, key })),
    )
    const [valid, invalid] = splitValid(found)
    return importing.run(() => importKeys(valid, invalid.map(invalidResult)))
  }

  /** Waits for lists that were not loaded yet; fails only if there are none. */
  async function loadSources() {
    const unread = sources().filter(({ list }) => !list.data.value)
    await Promise.all(unread.map(({ list }) => list.reload()))
    const failure = sources().find(({ list }) => list.failure.value)?.list.failure.value
    if (failure && sources().every(({ list }) => !list.data.value)) throw new CallError(failure)
  }

  function importKeys(keys: readonly Candidate[], skipped: readonly KeyResult[] = []) {
    const run = new ImportRun(keys, progress)
    return finishRun(run, () => showResult(run, skipped))
  }

  /** Sends the keys and reads the lists again; `show` is called in between, also after a failure. */
  async function finishRun(run: ImportRun, show: () => void) {
    try {
      await run.send()
    } finally {
      show()
      await Promise.all(sources().map(({ readLists }) => readLists()))
    }
  }

  function showResult(run: ImportRun, skipped: readonly KeyResult[] = []) {
    result.value = { results: [...run.results(), ...skipped], imported: run.imported }
  }

  /** The result of a key, for errors at its fields. */
  const resultOf = (id: string) => result.value?.results.find(({ localKeyId }) => localKeyId === id)

  /** Removes the keys just imported, if nobody changed them meanwhile. Returns whether it succeeded. */
  function undo(imported = result.value?.imported ?? []): Promise<boolean> {
    return undoing.run(async () => {
      const counts = { removed: 0, kept: 0 }
      const touched = new Set(imported.map((one) => one.source))
      for (const source of touched) {
        const keys = imported.flatMap((one) => (one.source === source ? one.key : []))
        const { removed, kept } = await undoImport(source.calls, keys)
        counts.removed += removed
        counts.kept += kept
      }
      if (result.value?.imported === imported) result.value = undefined
      await Promise.all([...touched].map(({ readLists }) => readLists()))
      showToast(t('keys.undone', counts))
    }, imported)
  }

  return {
    /** How many keys "Import all" would import. */
    pending: computed(() => pendingKeys().length),
    importing,
    undoing,
    progress,
    result,
    summary: computed(() => result.value && formatResults(result.value.results)),
    importOne,
    importAll,
    retry,
    undo,
    dismiss: () => (result.value = undefined),
    resultOf,
  }
}

export type KeyImport = ReturnType<typeof useKeyImport>

function splitValid(keys: readonly Candidate[]): [valid: Candidate[], invalid: Candidate[]] {
  return [keys.filter(isValid), keys.filter((one) => !isValid(one))]
}
