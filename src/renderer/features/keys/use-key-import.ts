import { computed, ref, shallowRef } from 'vue'
import { useAction } from '../../data/use-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { KeyKind } from './key-kind.ts'
import { keyResult, notTried, resultsSentence } from './key-results.ts'
import type { KeyResult } from './key-results.ts'
import type { KeyListsState } from './use-key-lists.ts'
import type { LocalKey, LocalKeysState } from './use-local-keys.ts'

/** Keys that are imported in one call, so that one sees it go on. */
const importedAtOnce = 10

/** Imports keys of this computer, and keeps what came of it. */
export function useKeyImport(
  kind: KeyKind,
  { calls, readLists }: KeyListsState,
  { fresh, others, plain, draftFor, errorsOf }: LocalKeysState,
) {
  const { say } = useToast()
  const importing = useAction()
  const results = shallowRef<KeyResult[]>([])
  const progress = ref({ done: 0, of: 0 })

  const importOne = (key: LocalKey) => importKeys([key])

  /** Imports all that are new, or those of some IDs. Those that should not go along, or are filled in wrongly, are named and left out. */
  function importAll(ids?: readonly string[]) {
    const meant = ids
      ? [...fresh.value, ...others.value].filter(({ localKeyId }) => ids.includes(localKeyId))
      : plain.value
    const isRight = (key: LocalKey) => Object.keys(errorsOf(key)).length === 0
    return importKeys(meant.filter(isRight), [
      ...meant.filter((key) => !isRight(key)).map(leaveWrongOut),
      ...fresh.value.flatMap((key) => (key.leftOut ? leaveOut(key, key.leftOut) : [])),
    ])
  }

  const titleOf = (key: LocalKey) => draftFor(key).title
  const leaveWrongOut = (key: LocalKey) =>
    leaveOut(key, 'What is filled in is not right yet.', 'Look at its options.')
  const leaveOut = (
    key: LocalKey,
    message: string,
    hint = 'It can be imported by itself.',
  ): KeyResult => ({
    localKeyId: key.localKeyId,
    title: titleOf(key),
    outcome: 'left-out',
    message,
    hint,
  })

  /** `before` are results that are there already. */
  async function importKeys(keys: readonly LocalKey[], before: KeyResult[] = []) {
    const chosen = keys.map((key) => ({
      choice: kind.choiceOf(key, draftFor(key)),
      title: titleOf(key),
    }))
    await importing.run(async () => {
      const done: KeyResult[] = []
      progress.value = { done: 0, of: keys.length }
      try {
        for (let at = 0; at < keys.length; at += importedAtOnce) {
          const some = chosen.slice(at, at + importedAtOnce)
          const answers = await calls.import(some.map(({ choice }) => choice))
          done.push(...answers.map((answer, index) => keyResult(some[index]!.title, answer)))
          progress.value = { done: done.length, of: keys.length }
          if (answers.some(({ outcome }) => outcome === 'not-tried')) break
        }
      } finally {
        const rest = chosen.slice(done.length)
        done.push(...rest.map(({ choice, title }) => notTried(choice.localKeyId, title)))
        results.value = [...done, ...before]
        await readLists()
      }
      const [only, ...more] = results.value
      // One that went well needs no list.
      if (only?.outcome === 'imported' && more.length === 0) {
        results.value = []
        say(`${only.title} was imported.`)
      } else say(resultsSentence(results.value))
    })
  }

  const resultsById = computed(
    () => new Map(results.value.map((result) => [result.localKeyId, result])),
  )

  return { importing, results, resultsById, progress, importOne, importAll }
}
