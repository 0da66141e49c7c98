import { computed, ref, shallowRef } from 'vue'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { KeyKind } from './key-kind.ts'
import { keyResult, notTriedResult, formatResults } from './key-results.ts'
import type { KeyResult } from './key-results.ts'
import type { KeyListsState } from './use-key-lists.ts'
import type { LocalKey, LocalKeysState } from './use-local-keys.ts'

/** Keys that are imported in one call; few, so that the progress shows. */
const batchSize = 10

/** Imports keys of this computer, and holds the results. */
export function useKeyImport(
  kind: KeyKind,
  { calls, readLists }: KeyListsState,
  { newKeys, otherPeoplesKeys, importableKeys, draftFor, optionErrors }: LocalKeysState,
) {
  const { say } = useToast()
  const importing = useAsyncAction()
  const results = shallowRef<KeyResult[]>([])
  const progress = ref({ done: 0, total: 0 })

  const importOne = (key: LocalKey) => importKeys([key])

  /** Imports all new keys, or those of some IDs. Keys to import individually, or with invalid options, are skipped with a result. */
  function importAll(ids?: readonly string[]) {
    const requested = ids
      ? [...newKeys.value, ...otherPeoplesKeys.value].filter(({ localKeyId }) =>
          ids.includes(localKeyId),
        )
      : importableKeys.value
    const isValid = (key: LocalKey) => Object.keys(optionErrors(key)).length === 0
    return importKeys(requested.filter(isValid), [
      ...requested.filter((key) => !isValid(key)).map(skipInvalid),
      ...newKeys.value.flatMap((key) => (key.skipReason ? skip(key, key.skipReason) : [])),
    ])
  }

  const titleFor = (key: LocalKey) => draftFor(key).title
  const skipInvalid = (key: LocalKey) => skip(key, t('keys.invalidOptions'), t('keys.checkOptions'))
  const skip = (
    key: LocalKey,
    message: string,
    hint = t('keys.importIndividually'),
  ): KeyResult => ({
    localKeyId: key.localKeyId,
    title: titleFor(key),
    outcome: 'skipped',
    message,
    hint,
  })

  /** `skipped`: results of keys that are not tried. */
  async function importKeys(keys: readonly LocalKey[], skipped: KeyResult[] = []) {
    const chosen = keys.map((key) => ({
      choice: kind.toChoice(key, draftFor(key)),
      title: titleFor(key),
    }))
    await importing.run(async () => {
      const done: KeyResult[] = []
      progress.value = { done: 0, total: keys.length }
      try {
        for (let at = 0; at < keys.length; at += batchSize) {
          const batch = chosen.slice(at, at + batchSize)
          const answers = await calls.import(batch.map(({ choice }) => choice))
          done.push(...answers.map((answer, index) => keyResult(batch[index]!.title, answer)))
          progress.value = { done: done.length, total: keys.length }
          if (answers.some(({ outcome }) => outcome === 'not-tried')) break
        }
      } finally {
        const rest = chosen.slice(done.length)
        done.push(...rest.map(({ choice, title }) => notTriedResult(choice.localKeyId, title)))
        results.value = [...done, ...skipped]
        await readLists()
      }
      const [only, ...more] = results.value
      // A single success needs no list.
      if (only?.outcome === 'imported' && more.length === 0) {
        results.value = []
        say(t('keys.imported', { name: only.title }))
      } else say(formatResults(results.value))
    })
  }

  const resultsById = computed(
    () => new Map(results.value.map((result) => [result.localKeyId, result])),
  )

  return { importing, results, resultsById, progress, importOne, importAll }
}
