import { type MaybeRefOrGetter, computed, reactive, ref, shallowRef, toValue } from 'vue'
import { CallError } from '../../bridge/call-error.ts'
import { useHost } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import {
  type KeyResult,
  canRetry,
  doubtfulResult,
  importSummary,
  isDone,
  keyRefusal,
  keyResult,
  notTriedResult,
  skippedResults,
  stoppingFailure,
} from './key-results.ts'
import { isSuggested } from './key-rows.ts'
import type { ImportedKey, LocalKey } from './keys.ts'
import type { SshOrGpgKeys } from './ssh-or-gpg.ts'

/** A key to import. */
export interface Candidate {
  source: SshOrGpgKeys
  key: LocalKey
}

/** An import’s results, key by key, and the data to undo it. */
export interface ImportResult {
  results: readonly KeyResult[]
  imported: readonly { source: SshOrGpgKeys; key: ImportedKey }[]
}

/**
 * Imports local keys of the kinds on screen and shows the result in a toast, unless a failure ended the import. The last
 * result stays available, for marking keys that weren’t added.
 */
export function useKeyImport(
  shown: MaybeRefOrGetter<readonly SshOrGpgKeys[]>,
  { account, showDetails }: { account?: string; showDetails?: () => unknown } = {},
) {
  const sources = () => toValue(shown)
  const host = useHost()
  const { showToast } = useToast(account)
  const importing = useAsyncAction()
  const undoing = useAsyncAction()
  const result = shallowRef<ImportResult>()
  let undone: ImportResult['imported'] = []
  const progress = ref({ done: 0, total: 0 })
  const isCanceled = ref(false)

  const pendingKeys = (): Candidate[] =>
    sources().flatMap((source) => source.importableKeys.value.map((key) => ({ source, key })))
  /** Checkboxes that the user has changed, by key ID. */
  const ticks = reactive(new Map<string, boolean>())
  /** Whether “Add all” imports a key. Doubtful keys must be ticked by the user. */
  const isChosen = (key: LocalKey) => ticks.get(key.localKeyId) ?? isSuggested(key)
  const chosenKeys = () => pendingKeys().filter(({ key }) => isChosen(key))

  /** Runs an import and shows its result in a toast. Returns whether it ran to its end. */
  async function run(work: () => Promise<unknown>): Promise<boolean> {
    if (!(await importing.run(work)) || !result.value) return false
    const { results, imported } = result.value
    const undo = { label: t('common.undo'), run: () => undoImport(imported), isUndo: true } as const
    const details = showDetails && { label: t('keys.details'), run: showDetails }
    showToast(
      importSummary(results),
      imported.length > 0 ? undo : undefined,
      results.every(isDone) ? undefined : details,
    )
    return true
  }

  /** Imports one key. The results of other keys stay. */
  async function importOne(source: SshOrGpgKeys, key: LocalKey) {
    const { results: before = [] } = result.value ?? {}
    const others = before.filter(({ localKeyId }) => localKeyId !== key.localKeyId)
    if (!(await run(() => importValid([{ source, key }])))) return
    const { results, imported } = result.value!
    result.value = { results: [...results, ...others], imported }
  }

  const importChosen = (keys: readonly Candidate[]) => run(() => importValid(keys))

  /** Imports all selected keys that don’t need review and lists the rest with reasons. */
  function importAll() {
    return run(async () => {
      await loadSources()
      const doubtful = pendingKeys().filter(({ key }) => !isChosen(key) && !isSuggested(key))
      await importValid(chosenKeys(), [
        ...doubtful.flatMap(({ key }) => doubtfulResult(key)),
        ...sources().flatMap(skippedResults),
      ])
    })
  }

  /** Retries the keys that weren’t imported, or all of them if none were tried. */
  function retry() {
    const ids = (result.value?.results ?? []).filter(canRetry).map(({ localKeyId }) => localKeyId)
    if (ids.length === 0) return importAll()
    const keys = sources().flatMap((source) =>
      [...source.newKeys.value, ...source.otherPeoplesKeys.value]
        .filter(({ localKeyId }) => ids.includes(localKeyId))
        .map((key) => ({ source, key })),
    )
    return importChosen(keys)
  }

  /** Waits for lists that are still loading. Fails only if none could be loaded. */
  async function loadSources() {
    const unread = sources().filter(({ list }) => !list.data.value)
    await Promise.all(unread.map(({ list }) => list.reload()))
    const failure = sources().find(({ list }) => list.failure.value)?.list.failure.value
    if (failure && sources().every(({ list }) => !list.data.value)) throw new CallError(failure)
  }

  function importValid(keys: readonly Candidate[], skipped: readonly KeyResult[] = []) {
    const invalid = keys.filter((key) => !isValid(key)).map(invalidResult)
    return importKeys(keys.filter(isValid), ({ results, imported }) => {
      result.value = { results: [...results, ...invalid, ...skipped], imported }
    })
  }

  /**
   * Imports keys with one call per kind, unless one stops early, and reloads the lists. `show` receives intermediate
   * results, even if a call fails.
   */
  async function importKeys(keys: readonly Candidate[], show: (end: ImportResult) => void) {
    const results = new Map<Candidate, KeyResult>()
    const imported: { source: SshOrGpgKeys; key: ImportedKey }[] = []
    isCanceled.value = false
    const stopFollowing = followProgress(keys)
    try {
      for (const source of new Set(keys.map((candidate) => candidate.source))) {
        const chosen = keys.filter((candidate) => candidate.source === source)
        const titles = chosen.map(titleOf)
        const answers = await source.import(chosen.map(({ key }) => key))
        answers.forEach((answer, index) => {
          results.set(chosen[index]!, keyResult(titles[index]!, answer, isCanceled.value))
          if (answer.outcome === 'imported') {
            imported.push({ source, key: answer.key })
            // If the import is undone, the suggested selection applies again.
            ticks.delete(answer.localKeyId)
          }
          const refusal = keyRefusal(answer)
          if (refusal) source.refuse(answer.localKeyId, refusal)
        })
        if (isCanceled.value || answers.some(({ outcome }) => outcome === 'not-tried')) break
      }
    } finally {
      stopFollowing()
      const notTried = (candidate: Candidate) =>
        notTriedResult(candidate.key.localKeyId, titleOf(candidate), isCanceled.value)
      show({ results: keys.map((key) => results.get(key) ?? notTried(key)), imported })
      await Promise.all(sources().map(({ readLists }) => readLists()))
    }
  }

  /** Counts keys as they get results. Returns a function that stops counting. */
  function followProgress(keys: readonly Candidate[]) {
    const left = new Set(keys.map(({ key }) => key.localKeyId))
    const total = left.size
    progress.value = { done: 0, total }
    return host.on('keyImport', ({ localKeyId }) => {
      if (left.delete(localKeyId)) progress.value = { done: total - left.size, total }
    })
  }

  /** Stops the import before the next key. */
  async function cancel() {
    isCanceled.value = true
    await Promise.all(sources().map((source) => source.cancelImport()))
  }

  /** A key’s result, including the errors for its fields. */
  const resultOf = (id: string) => result.value?.results.find(({ localKeyId }) => localKeyId === id)

  /** Removes imported keys that haven’t changed since, or tries that again. Returns whether it succeeded. */
  function undoImport(imported = undone): Promise<boolean> {
    undone = imported
    return undoing.run(async () => {
      const counts = { removed: 0, kept: 0 }
      const touched = new Set(imported.map(({ source }) => source))
      for (const source of touched) {
        const keys = imported.flatMap((entry) => (entry.source === source ? entry.key : []))
        const { removed, kept } = await source.undoImport(keys)
        counts.removed += removed
        counts.kept += kept
      }
      if (result.value?.imported === imported) result.value = undefined
      await Promise.all([...touched].map(({ readLists }) => readLists()))
      showToast(t('keys.undone', counts))
    }, imported)
  }

  return {
    /** Keys that “Add all” can import. */
    pendingKeys: computed(pendingKeys),
    /** How many keys can be selected. */
    pending: computed(() => pendingKeys().length),
    /** How many keys are selected. */
    chosen: computed(() => chosenKeys().length),
    /** Whether there is anything to choose from. */
    isChoice: computed(
      () => pendingKeys().length > 1 || chosenKeys().length < pendingKeys().length,
    ),
    isChosen,
    choose: ({ localKeyId }: LocalKey, isTicked: boolean) => void ticks.set(localKeyId, isTicked),
    importChosen,
    importing,
    undoing,
    progress,
    isCanceled,
    result,
    /** What ended the last import. */
    failure: computed(
      () => importing.failure.value ?? stoppingFailure(result.value?.results ?? []),
    ),
    importOne,
    importAll,
    retry,
    cancel,
    undoImport,
    dismiss: () => (result.value = undefined),
    resultOf,
  }
}

export type KeyImport = ReturnType<typeof useKeyImport>

const titleOf = ({ source, key }: Candidate) => source.titleOf(key)

const isValid = ({ source, key }: Candidate) => Object.keys(source.optionErrors(key)).length === 0

/** A result for a key with invalid options. */
function invalidResult(candidate: Candidate): KeyResult {
  return {
    localKeyId: candidate.key.localKeyId,
    title: titleOf(candidate),
    outcome: 'skipped',
    message: t('keys.invalidOptions'),
    hint: t('keys.checkOptions'),
  }
}
