import { t } from '../../ui/messages.ts'
import type { ImportedKey, KeyKind } from './key-kind.ts'
import { keyRefusal, keyResult, notTriedResult } from './key-results.ts'
import type { KeyResult } from './key-results.ts'
import type { KeyListsState } from './use-key-lists.ts'
import type { LocalKey, LocalKeysState } from './use-local-keys.ts'

/** Keys that are imported in one call; few, so that the progress shows. */
const batchSize = 10

/** The keys of one kind, as an import needs them. */
export type ImportSource = KeyListsState & LocalKeysState & { kind: KeyKind }

/** A key to import. */
export interface Candidate {
  source: ImportSource
  key: LocalKey
}

export const titleOf = ({ source, key }: Candidate) => source.draftFor(key).title

/** The result of a key whose options are invalid. */
export function invalidResult(one: Candidate): KeyResult {
  return {
    localKeyId: one.key.localKeyId,
    title: titleOf(one),
    outcome: 'skipped',
    message: t('keys.invalidOptions'),
    hint: t('keys.checkOptions'),
  }
}

export const isValid = ({ source, key }: Candidate) =>
  Object.keys(source.optionErrors(key)).length === 0

/** One import: kind by kind, a few keys at a time, until one fails in a way that all would. */
export class ImportRun {
  readonly imported: { source: ImportSource; key: ImportedKey }[] = []
  readonly #keys: readonly Candidate[]
  readonly #progress: { value: { done: number; total: number } }
  readonly #done = new Map<Candidate, KeyResult>()

  constructor(keys: readonly Candidate[], progress: { value: { done: number; total: number } }) {
    this.#keys = keys
    this.#progress = progress
  }

  /** Throws if a call itself fails; keys that were sent before keep their results. */
  async send(): Promise<void> {
    this.#tell()
    for (const source of new Set(this.#keys.map((one) => one.source))) {
      const keys = this.#keys.filter((one) => one.source === source)
      for (let at = 0; at < keys.length; at += batchSize) {
        const isStopped = await this.#sendBatch(source, keys.slice(at, at + batchSize))
        if (isStopped) return
      }
    }
  }

  /** A result for each key, also for those that were not sent. */
  results(): KeyResult[] {
    return this.#keys.map(
      (one) => this.#done.get(one) ?? notTriedResult(one.key.localKeyId, titleOf(one)),
    )
  }

  async #sendBatch(source: ImportSource, batch: readonly Candidate[]): Promise<boolean> {
    const titles = batch.map(titleOf)
    const choices = batch.map(({ key }) => source.kind.toChoice(key, source.draftFor(key)))
    const answers = await source.calls.import(choices)
    answers.forEach((answer, index) => {
      this.#done.set(batch[index]!, keyResult(titles[index]!, answer))
      if (answer.outcome === 'imported') this.imported.push({ source, key: answer.key })
      const refusal = keyRefusal(answer)
      if (refusal) source.refuse(answer.localKeyId, refusal)
    })
    this.#tell()
    return answers.some(({ outcome }) => outcome === 'not-tried')
  }

  #tell() {
    this.#progress.value = { done: this.#done.size, total: this.#keys.length }
  }
}
