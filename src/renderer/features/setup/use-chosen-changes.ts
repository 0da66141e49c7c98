import { computed, ref, watch } from 'vue'
import type { SetupChange } from '../../../shared/operations/setup.ts'

/** Whether a change may replace the user’s own values. */
export type ReplaceChoice = 'replace' | 'keep'

interface PlannedChanges {
  readonly changes: readonly SetupChange[]
  /** Whether the changes can only be applied together. */
  readonly isWhole?: boolean
}

/** The changes of a plan that the user selects. Those that would replace the user’s own values are asked about. */
export function useChosenChanges(plan: PlannedChanges) {
  const leftOut = ref(new Set<string>())
  const answers = ref(new Map<string, ReplaceChoice>())
  watch(
    () => plan.changes,
    (now, before = []) => {
      for (const { id, optional } of now) {
        if (optional === before.find((other) => other.id === id)?.optional) continue
        if (optional) leftOut.value.add(id)
        else leftOut.value.delete(id)
      }
    },
    { immediate: true },
  )
  const questions = computed(() =>
    plan.isWhole ? [] : plan.changes.filter(({ optional }) => optional === 'replaces'),
  )

  /** Whether a change is selected along with its prerequisite. */
  function isChosen({ id, needs, optional }: SetupChange): boolean {
    if (plan.isWhole) return true
    if (optional === 'replaces' && answers.value.get(id) !== 'replace') return false
    if (optional !== 'replaces' && leftOut.value.has(id)) return false
    const needed = plan.changes.find((change) => change.id === needs)
    return needed === undefined || isChosen(needed)
  }

  /** Selects or deselects a change. Selecting it also selects its prerequisite. */
  function choose(id: string, isIncluded: boolean): unknown {
    if (!isIncluded) return leftOut.value.add(id)
    leftOut.value.delete(id)
    const needs = plan.changes.find((change) => change.id === id)?.needs
    if (needs !== undefined) choose(needs, true)
  }

  return {
    chosen: computed(() => plan.changes.filter(isChosen)),
    choose,
    /** Changes that would replace the user’s own values. */
    questions,
    answerOf: ({ id }: SetupChange) => answers.value.get(id),
    answer: ({ id }: SetupChange, answer: ReplaceChoice) => void answers.value.set(id, answer),
    isAnswered: computed(() => questions.value.every(({ id }) => answers.value.has(id))),
  }
}
