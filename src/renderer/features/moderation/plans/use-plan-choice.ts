import { computed, reactive, ref, watch } from 'vue'
import type { OwnPlan, Plan, PlanStep, RunPlan } from '../../../../shared/operations/plans.ts'
import { ownPlansLimit, planNameLimit } from '../../../../shared/rules/limits.ts'
import { truncate } from '../../../../shared/rules/text-length.ts'
import { isDeletion, isIrreversible } from '../../../../shared/rules/moderation.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../../bridge/use-service-query.ts'
import { useDueDate } from '../../../components/moderation/use-due-date.ts'
import { downloadText } from '../../../ui/download.ts'
import { t } from '../../../ui/messages.ts'
import { useToast } from '../../../ui/use-toast.ts'
import { type PlanChoice, builtInPlans } from './built-in-plans.ts'

/** The selected plan, its steps, and the date for delayed ones. */
export function usePlanChoice(account: string, first: string | undefined) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const own = useServiceQuery(account, 'plans.list')
  const changing = useAsyncAction()
  const choices = computed((): PlanChoice[] => [
    ...builtInPlans(),
    ...(own.data.value ?? []).map(({ id, ...plan }) => ({ id, plan, optional: [] })),
  ])
  const isFull = computed(() => (own.data.value ?? []).length >= ownPlansLimit)
  const chosenId = ref(first ?? '')
  const chosen = computed(() => choices.value.find(({ id }) => id === chosenId.value))
  /** Which steps to include, and what to do after a failure. */
  const draft = reactive({ included: [] as boolean[], onFailure: 'review' as RunPlan['onFailure'] })
  const dueDate = useDueDate()
  /** Whether the whole plan waits for a date. */
  const isOnDate = ref(false)
  watch(
    chosen,
    (choice) => {
      if (!choice) return
      draft.included = choice.plan.steps.map((_, index) => !choice.optional.includes(index))
      draft.onFailure = choice.plan.onFailure
    },
    { immediate: true },
  )

  const included = computed(
    () => chosen.value?.plan.steps.filter((_, index) => draft.included[index]) ?? [],
  )
  /** Whether the plan could wait for a date. One that has both kinds of steps already has its own. */
  const canWait = computed(
    () => included.value.length > 0 && included.value.every((step) => !step.dated),
  )
  const steps = computed((): PlanStep[] =>
    canWait.value && isOnDate.value
      ? included.value.map((step) => (step.afterDays ? step : { ...step, dated: true as const }))
      : included.value,
  )
  const needsDate = computed(() => steps.value.some((step) => step.dated))
  /** Whether the user is asked again on the date. */
  const asksOnDate = computed(() =>
    steps.value.some(({ action, dated }) => dated && isDeletion(action)),
  )
  /** The plan to run; undefined while it is incomplete. */
  const plan = computed((): RunPlan | undefined => {
    if (!chosen.value || steps.value.length === 0) return undefined
    // A second look alone has nothing to look at.
    if (steps.value.every(({ afterDays }) => afterDays)) return undefined
    const { builtIn, plan } = chosen.value
    const common = { name: plan.name, builtIn, onFailure: draft.onFailure, steps: steps.value }
    if (!needsDate.value) return common
    return dueDate.due.value && { ...common, due: dueDate.due.value }
  })
  const isReversible = computed(() => !steps.value.some(({ action }) => isIrreversible(action)))

  const change = (
    work: () => Promise<OwnPlan[]>,
    done: string,
    { undo, about = done }: { undo?: () => unknown; about?: unknown } = {},
  ) =>
    changing.run(async () => {
      own.set(await work())
      showToast(done, undo && { label: t('common.undo'), run: undo, isUndo: true })
    }, about)
  const { plans } = latchkey(account)

  return {
    choices,
    isFull,
    chosenId,
    chosen,
    draft,
    dueDate,
    canWait,
    isOnDate,
    needsDate,
    asksOnDate,
    plan,
    isReversible,
    own,
    changing,
    /** A new plan with the chosen steps. */
    copy: ({ plan }: PlanChoice): Plan => ({
      name: truncate(t('plans.copyName', { name: plan.name }), planNameLimit),
      onFailure: draft.onFailure,
      steps: included.value.length > 0 ? included.value : plan.steps,
    }),
    remove: ({ id, plan }: PlanChoice) =>
      change(() => plans.remove({ id }), t('plans.deleted', { name: plan.name }), {
        undo: () =>
          change(() => plans.save({ id, plan }), t('plans.restored', { name: plan.name })),
      }),
    save: async (saved: Omit<OwnPlan, 'id'>, id?: string) => {
      const isSaved = await change(
        () => plans.save({ id, plan: saved }),
        t('plans.saved', { name: saved.name }),
      )
      if (isSaved)
        chosenId.value = own.data.value?.find(({ name }) => name === saved.name)?.id ?? ''
      return isSaved
    },
    export: ({ id }: PlanChoice) =>
      changing.run(async () => {
        downloadText(await plans.export({ id }))
      }, id),
    import: (file: File) =>
      change(async () => await plans.import({ text: await file.text() }), t('plans.imported'), {
        about: file,
      }),
  }
}

export type PlanChoiceState = ReturnType<typeof usePlanChoice>
