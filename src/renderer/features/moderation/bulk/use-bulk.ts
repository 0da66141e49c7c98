import { computed, reactive, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import {
  type ModerationAction,
  isDeletion as isDeletionAction,
  isIrreversible,
} from '../../../../shared/moderation.ts'
import type { Selection } from '../../../../shared/app/directory.ts'
import type { Reversal } from '../../../../shared/app/queue.ts'
import { useLatchkey } from '../../../data/latchkey.ts'
import { matchesTextToType, textToType } from '../../../data/confirmation-rule.ts'
import { persistDraft } from '../../../data/persisted-draft.ts'
import { parseAction } from './bulk-choice.ts'
import { t } from '../../../ui/messages.ts'
import { useSelectionStore } from '../../../data/stores/selection.ts'
import { useAsyncAction } from '../../../data/use-async-action.ts'
import { useAccountQuery } from '../../../data/use-service-query.ts'

/** A bulk action on the selected users, or on those of a run that it reverses: its choice, preview and start. */
export function useBulk(account: string, reversal?: Reversal) {
  const latchkey = useLatchkey()
  const route = useRoute()
  const router = useRouter()
  const selected = useSelectionStore().of(account)
  /** The selection when the screen was opened; later changes don't matter. */
  const whole: Selection = reversal ? { kind: 'people', ids: reversal.ids } : selected.toSelection()
  const selection = shallowRef(whole)
  const isNarrowed = computed(() => selection.value !== whole)
  const isEmpty = whole.kind === 'people' && whole.ids.length === 0

  // The address names the first action. It is not updated: that would mean leaving, with what is typed.
  const action = ref<ModerationAction | ''>(
    reversal?.action ?? parseAction(route.query.action) ?? '',
  )
  /** Whether the users are deleted, so that they have no notes afterwards. */
  const isDeletion = computed(() => action.value !== '' && isDeletionAction(action.value))

  const preview = useAccountQuery(
    account,
    () => ['bulk.preview', action.value, isNarrowed.value],
    async () =>
      action.value && !isEmpty
        ? latchkey(account).bulk.preview({ selection: selection.value, action: action.value })
        : undefined,
  )
  watch([action, selection], () => {
    starting.failure.value = undefined
    typed.value = ''
  })

  const draft = reactive({ reason: '', note: false })
  const restoredAt = persistDraft(
    `bulk reason by ${account}`,
    draft,
    computed(() => draft.reason.trim() !== ''),
  )
  const typed = ref('')
  /** What has to be typed before the start. */
  const wanted = computed(() => {
    const { affectedCount: count } = preview.data.value ?? {}
    if (!action.value || count === undefined) return undefined
    return textToType({ isReversible: !isIrreversible(action.value), count })
  })
  const typedErrors = shallowRef<string[]>()
  watch([typed, wanted], () => (typedErrors.value = undefined))
  const starting = useAsyncAction()

  function checkTyped(): string[] | undefined {
    if (wanted.value === undefined || matchesTextToType(typed.value, wanted.value)) return undefined
    return [t('bulk.wrongConfirmation', { text: wanted.value })]
  }

  function discardDraft() {
    Object.assign(draft, { reason: '', note: false })
  }

  /** Acts on the users only who are listed by name. */
  function narrow() {
    const ids = preview.data.value?.sample.map(({ id }) => id) ?? []
    selection.value = { kind: 'people', ids }
  }

  function widen() {
    selection.value = whole
  }

  async function start() {
    const { affectedCount = 0 } = preview.data.value ?? {}
    if (!action.value || affectedCount === 0) return
    typedErrors.value = checkTyped()
    if (typedErrors.value) return
    const request = {
      selection: selection.value,
      action: action.value,
      affectedCount,
      reason: draft.reason.trim() || undefined,
      note: draft.note && draft.reason.trim() !== '' && !isDeletion.value,
    }
    const isStarted = await starting.run(async () => {
      const { id } = await latchkey(account).bulk.start(request)
      discardDraft()
      if (reversal) {
        // The selection of the list is another one.
      } else if (isNarrowed.value && request.selection.kind === 'people') {
        selected.range(request.selection.ids, false)
      } else selected.clear()
      await router.push({ name: 'bulk-run', params: { account, run: id } })
    })
    if (!isStarted && starting.failure.value?.kind === 'conflict') await preview.reload()
  }

  return {
    selection,
    isEmpty,
    isNarrowed,
    narrow,
    widen,
    action,
    isDeletion,
    preview,
    draft,
    restoredAt,
    discardDraft,
    typed,
    wanted,
    typedErrors,
    starting,
    start,
  }
}

export type Bulk = ReturnType<typeof useBulk>
