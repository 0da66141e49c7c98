import { refDebounced } from '@vueuse/core'
import { computed, reactive, ref, shallowRef, toRaw, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  type ModerationAction,
  isDeletion as isDeletionAction,
  isIrreversible,
  isOffboarding,
  moderationActions,
} from '../../../../shared/rules/moderation.ts'
import type { DependentAnswer } from '../../../../shared/operations/dependents.ts'
import type { Selection } from '../../../../shared/operations/directory.ts'
import type { RunPlan } from '../../../../shared/operations/plans.ts'
import type { Remaining, Reversal, UnusualKind } from '../../../../shared/operations/bulk.ts'
import { useLatchkey } from '../../../bridge/latchkey.ts'
import { confirmationOf, matchesPhrase } from '../../../components/confirmation-rule.ts'
import {
  actionTitle,
  bulkTitle,
  planTitle,
} from '../../../components/moderation/moderation-messages.ts'
import { persistDraft } from '../../../stores/persisted-draft.ts'
import { type EditDraft, editErrors, emptyEdit, toUserEdit } from '../plans/edit-draft.ts'
import { usePlanChoice } from '../plans/use-plan-choice.ts'
import { t } from '../../../ui/messages.ts'
import { useSelectionStore } from '../../../stores/selection.ts'
import { useAsyncAction } from '../../../bridge/use-async-action.ts'
import { useAccountQuery } from '../../../bridge/use-service-query.ts'

/** How long (ms) to wait after a keystroke before loading the preview. */
const typingMs = 150

/** The users and the action that a rule proposes. */
export interface ProposedTask {
  /** The rule’s name. */
  name: string
  /** Those of the proposal who still match. */
  selection: Selection
  action: ModerationAction
  /** The rule, and the time of its proposal. */
  proposal: { id: string; at: number }
}

/** Sets up, previews and starts a bulk action or plan, for the selected users or based on a run or a proposal. */
export function useBulk(account: string, runTask?: Reversal | Remaining | ProposedTask) {
  const latchkey = useLatchkey()
  const route = useRoute()
  const router = useRouter()
  const selected = useSelectionStore().of(account)
  /** The ID of a single user, if the URL contains one. */
  const single = Number(route.query.user)
  const proposed = runTask && 'selection' in runTask ? runTask : undefined
  const fixedIds = runTask && 'ids' in runTask ? runTask.ids : single ? [single] : undefined
  /** The selection when the screen was opened; later changes are ignored. */
  const whole: Selection =
    proposed?.selection ?? (fixedIds ? { kind: 'users', ids: fixedIds } : selected.toSelection())
  const selection = shallowRef(whole)
  const isNarrowed = computed(() => selection.value !== whole)
  /** The number of selected users before narrowing. */
  const wholeTotal = ref(0)
  /** The kinds of unusual users to leave out. */
  const leftOut = ref<UnusualKind[]>([])
  const isEmpty = whole.kind === 'users' && whole.ids.length === 0
  const onlyId = whole.kind === 'users' && whole.ids.length === 1 ? whole.ids[0] : undefined
  const selectedUser = useAccountQuery(account, ['bulk.user', onlyId], async (read) => {
    if (onlyId === undefined) return undefined
    const { directory, users } = read(account)
    const { user } = await directory.user({ id: onlyId })
    return user ?? users.get({ id: onlyId })
  })

  // The URL sets the initial action but isn’t updated, which would count as leaving the screen with unsaved input.
  const action = ref<ModerationAction | ''>(
    runTask?.action ?? moderationActions.find((one) => one === route.query.action) ?? '',
  )
  const undoes = runTask && 'undoes' in runTask ? runTask.undoes : undefined
  const initialPlan = runTask && 'plan' in runTask ? runTask.plan : undefined
  const planId = typeof route.query.plan === 'string' ? route.query.plan : undefined
  /** What to do to each user: take one action, run a plan, or edit fields. */
  const kind = ref<'action' | 'plan' | 'edit'>(
    planId === undefined && !initialPlan ? 'action' : 'plan',
  )
  const planChoice = usePlanChoice(account, planId)
  const editDraft = ref<EditDraft>(emptyEdit())
  const editPlan = computed((): RunPlan | undefined => {
    const edit = toUserEdit(editDraft.value)
    if (!edit || Object.values(editErrors(editDraft.value)).some(Boolean)) return undefined
    return {
      name: t('plans.name_edit'),
      builtIn: 'edit',
      onFailure: 'continue',
      steps: [{ action: 'edit_user', edit }],
    }
  })
  const typedPlan = refDebounced(editPlan, typingMs)
  /** Whether the preview no longer matches the input. */
  const isOutdated = computed(
    () => kind.value === 'edit' && toRaw(typedPlan.value) !== editPlan.value,
  )
  /** What to do about each thing that depends on the users. */
  const answers = ref<DependentAnswer[]>([])
  /** The affected users as last previewed, if they are few enough to read what depends on them. */
  const readIds = shallowRef<ReadonlySet<number>>(new Set())
  const plan = computed(() => {
    if (!initialPlan && kind.value !== 'plan') return typedPlan.value
    const given = answers.value.filter(({ user }) => readIds.value.has(user))
    return withAnswers(initialPlan ?? planChoice.plan.value, given)
  })
  /** The task to send to core; undefined until one is selected. */
  const task = computed((): BulkChoice | undefined => {
    const exclusions = leftOut.value.length > 0 ? { without: leftOut.value } : {}
    if (kind.value === 'action')
      return action.value ? { action: action.value, ...exclusions } : undefined
    return plan.value ? { plan: plan.value, ...exclusions } : undefined
  })
  /** The actions taken on each user, in order. */
  const actions = computed(() => {
    const { action, plan } = task.value ?? {}
    if (plan) return plan.steps.map((step) => step.action)
    return action ? [action] : []
  })
  /** Whether users are deleted and so won’t have a note afterward. */
  const isDeletion = computed(() => actions.value.some(isDeletionAction))
  const isReversible = computed(() => !actions.value.some((one) => isIrreversible(one)))
  const needsReason = computed(() => actions.value.includes('add_note'))

  let isUpdated = false
  /**
   * Updates the users once. Only “all matching” waits for that, because it may change who matches; listed users are shown
   * now and again afterwards. If it fails, the preview uses older data and shows its age.
   */
  async function updateDirectory() {
    if (isUpdated) return
    isUpdated = true
    const updated = latchkey(account)
      .directory.update({})
      .catch(() => undefined)
    if (selection.value.kind === 'matching') await updated
    else void updated.then(() => preview.reload())
  }

  const preview = useAccountQuery(
    account,
    () => ['bulk.preview', JSON.stringify(withHandOversOnly(task.value)), isNarrowed.value],
    async (read) => {
      if (!task.value || isEmpty) return undefined
      await updateDirectory()
      const response = await read(account).bulk.preview({
        selection: selection.value,
        ...task.value,
      })
      // Undoing an onboarding run deletes only users who never signed in.
      const unusual = response.unusual.filter((one) => !undoes || one.kind !== 'neverActive')
      return { ...response, unusual }
    },
  )
  watch(preview.data, (data) => {
    if (!data) return
    const isRead = data.affectedCount <= data.sample.length
    readIds.value = new Set(isRead ? data.sample.map(({ id }) => id) : [])
  })
  /** Updates the users again. */
  function refresh() {
    isUpdated = false
    return preview.reload()
  }
  /** The number of selected users, of which a trial changes only the first ones. */
  const total = computed(() =>
    isNarrowed.value ? wholeTotal.value : (preview.data.value?.total ?? 0),
  )
  /** The only affected user, if there is just one. */
  const onlyUser = computed(() => {
    const { total, sample = [] } = preview.data.value ?? {}
    return selectedUser.data.value ?? (total === 1 ? sample[0] : undefined)
  })
  watch([() => JSON.stringify(task.value), selection], () => {
    starting.failure.value = undefined
    isSpread.value = false
    typed.value = ''
  })

  /** “Deactivate 921 users”, without the parts that aren’t known yet. */
  const title = computed(() => {
    const { affectedCount: count = 0, sample } = preview.data.value ?? {}
    const { action, plan } = task.value ?? {}
    if (count === 0) return undefined
    const target = count === 1 ? sample?.[0] : undefined
    if (plan) return planTitle(plan, count, target)
    if (!action) return undefined
    return target ? actionTitle({ action, target }) : bulkTitle(action, count)
  })

  const { reason = '', note = false } = runTask && 'reason' in runTask ? runTask : {}
  const draft = reactive({ reason, note })
  // A reason typed for other users or another action must not end up in the audit log.
  const restoredAt = persistDraft(
    `bulk reason by ${account} to ${action.value || planId || ''} ${nameSelection(whole)}${reason && `, first ${reason}`}`,
    draft,
    computed(() => draft.reason.trim() !== reason),
  )
  const typed = ref('')
  /** The confirmation text to type before starting. */
  const phrase = computed(() => {
    const { affectedCount: count, sample } = preview.data.value ?? {}
    const what = actions.value.find((action) => isIrreversible(action)) ?? actions.value[0]
    if (!what || count === undefined) return undefined
    const username = count === 1 ? sample?.[0]?.username : undefined
    return confirmationOf({ what, isReversible: isReversible.value, count, username })?.typed
  })
  const typedErrors = shallowRef<string[]>()
  watch([typed, phrase], () => (typedErrors.value = undefined))
  const starting = useAsyncAction()
  /** Whether a run that exceeds a limit continues on later days. */
  const isSpread = ref(false)

  function checkTyped(): string[] | undefined {
    if (phrase.value === undefined || matchesPhrase(typed.value, phrase.value)) return undefined
    return [t('bulk.wrongConfirmation', { text: phrase.value })]
  }

  function discardDraft() {
    Object.assign(draft, { reason, note })
  }

  /** Limits the task to users who are listed individually. */
  function narrow() {
    wholeTotal.value = total.value
    const ids = preview.data.value?.sample.map(({ id }) => id) ?? []
    selection.value = { kind: 'users', ids }
  }

  function widen() {
    selection.value = whole
    leftOut.value = []
  }

  /** The run goes on even if that can’t be noted. */
  function noteStarted({ proposal }: ProposedTask, run: number, count: number) {
    const noted = latchkey(account).rules.noteStarted({ ...proposal, run, count })
    noted.catch(() => undefined)
  }

  async function start() {
    const { affectedCount = 0 } = preview.data.value ?? {}
    if (!task.value || affectedCount === 0 || isOutdated.value) return
    typedErrors.value = checkTyped()
    if (typedErrors.value) return
    const request = {
      selection: selection.value,
      ...task.value,
      affectedCount,
      reason: draft.reason.trim() || undefined,
      undoes,
      ...(isSpread.value && preview.data.value?.ceiling && { spread: true as const }),
      whole: isNarrowed.value ? whole : undefined,
      continues: runTask && 'continues' in runTask ? runTask.continues : undefined,
      note:
        kind.value === 'action' && draft.note && draft.reason.trim() !== '' && !isDeletion.value,
    }
    const screen = router.currentRoute.value.path
    const isStarted = await starting.run(async () => {
      const { id } = await latchkey(account).bulk.start(request)
      discardDraft()
      if (proposed) noteStarted(proposed, id, affectedCount)
      // After a trial, its run offers to continue with the other users.
      if (!fixedIds && !proposed) selected.clear()
      // Somebody who has gone on meanwhile finds the run in the queue.
      if (router.currentRoute.value.path === screen)
        await router.push({ name: 'run', params: { account, run: id } })
    })
    if (!isStarted && starting.failure.value?.kind === 'conflict') await preview.reload()
  }

  return {
    selection,
    isEmpty,
    onlyUser,
    isNarrowed,
    leftOut,
    narrow,
    widen,
    kind,
    action,
    planChoice,
    answers,
    editDraft,
    task,
    isOutdated,
    actions,
    isReversible,
    needsReason,
    isDeletion,
    preview,
    refresh,
    total,
    title,
    draft,
    restoredAt,
    discardDraft,
    typed,
    phrase,
    typedErrors,
    isSpread,
    starting,
    start,
  }
}

export type UseBulkReturn = ReturnType<typeof useBulk>

/** A plan that ends users' access, with the answers, and what is handed over first. */
function withAnswers(
  plan: RunPlan | undefined,
  answers: readonly DependentAnswer[],
): RunPlan | undefined {
  const steps = plan?.steps ?? []
  if (!plan || answers.length === 0 || !isOffboarding(steps.map(({ action }) => action)))
    return plan
  const isHandedOver = answers.some(({ decision }) => decision === 'hand_over')
  return {
    ...plan,
    steps: isHandedOver ? [{ action: 'hand_over' }, ...steps] : steps,
    answers: [...answers],
  }
}

/** The part of a task that changes its preview: of the answers, only who hands anything over. */
function withHandOversOnly(task: BulkChoice | undefined) {
  const { answers } = task?.plan ?? {}
  if (!answers) return task
  const handOvers = answers.filter(({ decision }) => decision === 'hand_over')
  const users = [...new Set(handOvers.map(({ user }) => user))].toSorted((a, b) => a - b)
  return { ...task, plan: { ...task!.plan, answers: users.length > 0 ? users : undefined } }
}

/** What to do to each user. */
export interface BulkChoice {
  action?: ModerationAction
  plan?: RunPlan
  without?: UnusualKind[]
}

/** A short name for a selection, which differs for other users. */
function nameSelection(selection: Selection): string {
  if (selection.kind !== 'users') return JSON.stringify(selection)
  const { ids } = selection
  return `${ids.length} users, ${ids.slice(0, 100).join()}, sum ${ids.reduce((total, id) => total + id, 0)}`
}
