import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { entriesAtOnce } from '../../../shared/rules/limits.ts'
import { downloadFiles } from '../../ui/download.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import {
  auditLogDraftErrors,
  queryToDraft,
  draftToFilter,
  draftToQuery,
} from './audit-log-filter.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useOffsetPages } from '../../bridge/use-paged-list.ts'
import { reloadOnQueueChange } from '../../stores/queue.ts'
import { useToast } from '../../ui/use-toast.ts'

/** How long (ms) to wait after a keystroke before filtering. */
const typingPause = 300

/** One page of the audit log, with its filters synced to the URL. */
export function useAuditLog(account: string) {
  const latchkey = useLatchkey()
  const route = useRoute()
  const router = useRouter()
  const { showToast } = useToast()
  /** The most recent export and the last hash in it. */
  const exported = shallowRef<{ filename: string; lastHash: string }>()
  const saving = useAsyncAction()

  const draft = ref(queryToDraft(route.query))
  const errors = computed(() => auditLogDraftErrors(draft.value))
  const isValid = () => Object.keys(errors.value).length === 0
  /** The last valid filters. */
  const filter = shallowRef(isValid() ? draftToFilter(draft.value) : {})
  const isFiltered = computed(() => Object.keys(filter.value).length > 0)

  const list = useOffsetPages(account, 'auditLog.list', entriesAtOnce, () => ({
    filter: filter.value,
    isFolded: !filter.value.run && !filter.value.onboardingRun,
  }))
  reloadOnQueueChange(account, async () => {
    // Reloading a later page would move rows while they are being read.
    if (list.offset.value === 0) await list.reload()
  })

  const { start: applySoon, stop } = useTimeoutFn(applyFilters, typingPause, { immediate: false })
  watch(draft, applySoon, { deep: true })

  function applyFilters(): void {
    stop()
    if (!isValid()) return
    const next = draftToFilter(draft.value)
    if (JSON.stringify(next) === JSON.stringify(filter.value)) return
    filter.value = next
    void router.replace({ query: draftToQuery(draft.value) })
  }

  function clearFilters() {
    draft.value = queryToDraft({})
    applyFilters()
  }

  function save(format: 'csv' | 'json') {
    return saving.run(async () => {
      const { files, lastHash } = await latchkey(account).auditLog.export({
        filter: filter.value,
        format,
      })
      const { filename } = files[0]!
      exported.value = { filename, lastHash }
      showToast(downloadFiles(files))
    }, format)
  }

  return {
    draft,
    errors,
    filter,
    isFiltered,
    list,
    entries: computed(() => list.data.value?.entries ?? 0),
    exported,
    actions: computed(() => list.data.value?.actions ?? []),
    applyFilters,
    clearFilters,
    saving,
    save,
  }
}
