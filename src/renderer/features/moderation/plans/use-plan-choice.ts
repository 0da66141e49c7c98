import { computed, reactive, ref, watch } from 'vue'
import type { OwnPlan, RunPlan } from '../../../../shared/operations/plans.ts'
import { isIrreversible } from '../../../../shared/rules/moderation.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useServiceQuery } from '../../../bridge/use-service-query.ts'
import { downloadText } from '../../../ui/download.ts'
import { t } from '../../../ui/messages.ts'
import { useClock } from '../../../ui/use-clock.ts'
import { useToast } from '../../../ui/use-toast.ts'
import { type PlanChoice, builtInPlans } from './built-in-plans.ts'

/** The selected plan, its steps, and the date for delayed ones. */
export function usePlanChoice(account: string, first: string | undefined) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const now = useClock()
  const own = useServiceQuery(account, 'plans.list')
  const changing = useAsyncAction()
  const choices = computed((): PlanChoice[] => [
    ...builtInPlans(),
    ...(own.data.value ?? []).map(({ id, ...plan }) => ({ id, plan, optional: [] })),
  ])
  const chosenId = ref(first ?? '')
  const chosen = computed(() => choices.value.find(({ id }) => id === chosenId.value))
  /** Which steps to include, and what to do after a failure. */
  const draft = reactive({ included: [] as boolean[], onFailure: 'review' as RunPlan['onFailure'] })
  /** The date for delayed steps, in local time as the input expects. */
  const date = ref('')
  watch(
    chosen,
    (choice) => {
      if (!choice) return
      draft.included = choice.plan.steps.map((_, index) => !choice.optional.includes(index))
      draft.onFailure = choice.plan.onFailure
    },
    { immediate: true },
  )

  const steps = computed(
    () => chosen.value?.plan.steps.filter((_, index) => draft.included[index]) ?? [],
  )
  const needsDate = computed(() => steps.value.some((step) => step.dated))
  const at = computed(() => new Date(date.value).getTime())
  const isPast = computed(() => at.value <= now.value)
  /** The plan to run; undefined while it is incomplete. */
  const plan = computed((): RunPlan | undefined => {
    if (!chosen.value || steps.value.length === 0) return undefined
    const { builtIn, plan } = chosen.value
    const common = { name: plan.name, builtIn, onFailure: draft.onFailure, steps: steps.value }
    if (!needsDate.value) return common
    if (Number.isNaN(at.value) || isPast.value) return undefined
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    return { ...common, due: { at: at.value, zone } }
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
    chosenId,
    chosen,
    draft,
    date,
    needsDate,
    isPast,
    plan,
    isReversible,
    own,
    changing,
    now,
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
