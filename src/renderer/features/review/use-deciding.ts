import { shallowRef } from 'vue'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { type DecidableRows, useCurrentRow } from './use-current-row.ts'

/** What was decided, or null to remove a decision. */
export interface DecisionInput<Decision extends string> {
  decision: Decision | null
  note?: string
  /** The role to change to. */
  level?: number
}

interface Decided<Decision extends string> {
  id: string | number
  decided: { decision: Decision; note: string; level?: number | undefined } | null
}

interface DecidingOptions<Item, Decision extends string> {
  list: DecidableRows<Item> & { reload(): Promise<unknown> }
  /** Identifies the filter and order. */
  listKey(): string
  /** Makes a row current. */
  show(row: number): void
  canDecide?(item: Item): boolean
  /** Saves a decision about one item, or about all that match the filters. */
  send(item: Item | undefined, verdict: DecisionInput<Decision>): Promise<{ changed: number }>
  /** Counts what matches the filters, and how many of these are undecided. */
  countMatching(): Promise<{ count: number; undecided: number }>
}

/** Decides about the items of a list: one by one, going on to the next undecided one, or all that match. */
export function useDeciding<Item extends Decided<Decision>, Decision extends string>({
  list,
  listKey,
  show,
  canDecide,
  send,
  countMatching,
}: DecidingOptions<Item, Decision>) {
  const { showToast } = useToast()
  const acting = useAsyncAction()
  const saving = useAsyncAction()
  /** What the open dialog is about: one item, or all that match the filters. */
  const target = shallowRef<{
    item?: Item
    count: number
    replaced: number
    /** The decision that was chosen already. */
    decision?: Decision
  }>()
  const { currentRow, goTo, nextUndecided } = useCurrentRow(list, listKey, show, canDecide)

  function decide(item: Item, decision: Decision | null) {
    return acting.run(async () => {
      await send(item, { decision })
      await list.reload()
    }, `decide ${item.id}`)
  }

  function decideAndGoOn(item: Item, decision: Decision) {
    const next = nextUndecided(item)
    if (next) goTo(next)
    return decide(item, decision)
  }

  function askAbout(item: Item, decision?: Decision) {
    saving.failure.value = undefined
    target.value = { item, count: 1, replaced: 0, ...(decision && { decision }) }
  }

  function askAboutAll() {
    return acting.run(async () => {
      const { count, undecided } = await countMatching()
      saving.failure.value = undefined
      target.value = { count, replaced: count - undecided }
    }, 'ask')
  }

  function save({ note, ...verdict }: DecisionInput<Decision>) {
    const { item, decision } = target.value!
    const next = item && decision && nextUndecided(item)
    return saving.run(async () => {
      const { changed } = await send(item, {
        ...verdict,
        ...(note !== undefined && (item || note) && { note }),
      })
      target.value = undefined
      await list.reload()
      if (next) goTo(next)
      if (!item) showToast(t('review.decidedToast', { count: changed }))
    }, 'save')
  }

  return { currentRow, acting, saving, target, decide, decideAndGoOn, askAbout, askAboutAll, save }
}
