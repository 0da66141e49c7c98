import { computed, ref, shallowRef, watch } from 'vue'
import type { DirectoryFilter, Selection } from '../../../shared/operations/directory.ts'
import type { ReviewState } from '../../../shared/operations/review.ts'
import { type ReviewSubject, countRequests, reviewSubjects } from '../../../shared/rules/review.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useServiceQuery } from '../../bridge/use-service-query.ts'
import { instanceName } from '../../components/instance-name.ts'
import { formatEstimate } from '../../components/moderation/queue-messages.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useSelectionStore } from '../../stores/selection.ts'
import { escapeBidi } from '../../ui/escape-bidi.ts'
import { t } from '../../ui/messages.ts'
import { groupPath } from './group-path.ts'
import type { NewReviewInput } from './use-review.ts'

interface UserChoice {
  id: string
  label: string
  selection?: Selection
  group?: { id: number; path: string }
  /** The name of a saved view. */
  view?: string
}

const allUsers: Selection = { kind: 'matching', filter: {}, except: [] }

/** Whose access a new review is about, and what it costs. It can repeat an earlier review. */
export function useReviewScope(account: string, follows?: ReviewState) {
  const latchkey = useLatchkey()
  const baseUrl = useAccountsStore().byId(account)?.baseUrl ?? ''
  const selected = useSelectionStore().of(account)
  const selection = selected.toSelection()
  const subjects = ref<readonly ReviewSubject[]>(follows?.scope?.subjects ?? reviewSubjects)
  const views = useServiceQuery(account, 'directory.views')
  const counts = useServiceQuery(account, 'directory.count', {
    filters: [selection.kind === 'matching' ? selection.filter : {}, {}],
  })
  /** The number of selected users; undefined until known. */
  const selectedCount = computed(() => {
    if (selection.kind === 'users') return selection.ids.length
    const matching = counts.data.value?.[0]
    return typeof matching === 'number' ? selected.size(matching) : undefined
  })
  const allCount = computed(() => counts.data.value?.[1] ?? undefined)

  const choices = computed((): UserChoice[] => [
    ...(follows ? [sameUsers(follows)] : []),
    ...(selectedCount.value
      ? [
          {
            id: 'selected',
            label: t('review.selectedUsers', { count: selectedCount.value }),
            selection,
          },
        ]
      : []),
    { id: 'all', label: t('review.allUsers'), selection: allUsers },
    { id: 'group', label: t('review.ofGroup') },
    ...(views.data.value ?? []).map(({ id, name, filter }) => ({
      id: `view ${id}`,
      label: t('review.ofView', { name: escapeBidi(name) }),
      selection: { kind: 'matching' as const, filter, except: [] },
      view: name,
    })),
  ])
  const typedChoice = ref<string>()
  /** By default, the same users as in the repeated review, or the selected ones. */
  const choice = computed({
    get: () => typedChoice.value ?? choices.value[0]!.id,
    set: (id) => (typedChoice.value = id),
  })
  const users = computed(() => choices.value.find(({ id }) => id === choice.value)!)

  const typedGroup = ref('')
  const foundGroup = shallowRef<{ id: number; path: string }>()
  const finding = useAsyncAction()
  const groupProblem = ref('')
  watch(typedGroup, () => {
    foundGroup.value = undefined
    groupProblem.value = ''
  })
  const isByPath = computed(() => choice.value === 'group')
  const group = computed(() => (isByPath.value ? foundGroup.value : users.value.group))

  /** Finds the typed group, if one is needed; returns whether there is one. */
  async function findGroup(): Promise<boolean> {
    if (!isByPath.value || foundGroup.value) return true
    const path = groupPath(typedGroup.value, baseUrl)
    if (path === undefined) {
      const isEmpty = typedGroup.value.trim() === ''
      groupProblem.value = t(isEmpty ? 'review.groupMissing' : 'review.groupElsewhere')
      return false
    }
    const isFound = await finding.run(async () => {
      foundGroup.value = await latchkey(account).review.findGroup({ path })
    })
    if (finding.failure.value?.kind === 'not-found') {
      finding.failure.value = undefined
      groupProblem.value = t('review.groupNotFound', { path })
    }
    return isFound
  }

  /** The filter whose matches must be counted, for a view or a repeated review. */
  const countedFilter = computed((): DirectoryFilter | undefined =>
    users.value.selection?.kind === 'matching' ? users.value.selection.filter : undefined,
  )
  const matching = useServiceQuery(account, 'directory.count', () => ({
    filters: [countedFilter.value ?? {}],
  }))
  const userCount = computed(() => {
    const { id, selection: chosen } = users.value
    if (id === 'selected') return selectedCount.value
    if (id === 'all') return allCount.value
    if (chosen?.kind === 'users') return chosen.ids.length
    return chosen ? (matching.data.value?.[0] ?? undefined) : undefined
  })
  const sizes = useServiceQuery(account, 'review.sizes', () =>
    group.value ? { group: group.value.id } : {},
  )
  const pace = useServiceQuery(account, 'jobs.pace')
  /** The numbers of users and requests, and the time, as far as they’re known. */
  const cost = computed(() => {
    const count = userCount.value
    const requests =
      sizes.data.value &&
      countRequests({ users: count ?? null, ...sizes.data.value }, subjects.value)
    return [
      count !== undefined && t('directory.userCount', { count }),
      requests && t('review.requests', { count: requests }),
      count !== undefined && formatEstimate(count, pace.data.value?.review, instanceName(baseUrl)),
    ].filter((text) => typeof text === 'string')
  })

  return {
    subjects,
    choices,
    choice,
    isByPath,
    typedGroup,
    groupProblem,
    finding,
    findGroup,
    cost,
    /** What `review.start` expects, once the group was found. */
    toInput(): Pick<NewReviewInput, 'selection' | 'scope'> {
      const { selection: chosen, view } = users.value
      return {
        ...(chosen && { selection: chosen }),
        scope: {
          subjects: [...subjects.value],
          ...(group.value && { group: group.value }),
          ...(view !== undefined && { view }),
          ...(follows?.id !== undefined && { follows: follows.id }),
        },
      }
    },
  }
}

/** The users of an earlier review. A view is applied again. */
function sameUsers({ selection, scope }: ReviewState): UserChoice {
  const { group, view } = scope ?? {}
  const isEveryone =
    selection?.kind === 'matching' && JSON.stringify(selection.filter) === '{}' && !view
  return {
    id: 'same',
    label: group
      ? t('review.sameGroup', { path: escapeBidi(group.path) })
      : view
        ? t('review.ofView', { name: escapeBidi(view) })
        : t(isEveryone ? 'review.allUsers' : 'review.sameUsers'),
    ...(selection && { selection }),
    ...(group && { group }),
    ...(view !== undefined && { view }),
  }
}
