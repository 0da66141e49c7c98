import { useTimeoutFn } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { downloadText } from '../../ui/download.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { draftErrors, draftOf, filterOf, queryOf } from './audit-log-filter.ts'
import { useAction } from '../../data/use-action.ts'
import { useOffsetPages } from '../../data/use-offset-pages.ts'
import { useQueueEvents } from '../../data/moderation/use-queue-events.ts'
import { useToast } from '../../ui/use-toast.ts'

const pageSize = 50
/** Milliseconds after the last key. */
const typingPause = 300

/** What administrators did from here: the filters, which stand in the address, and one page of what they find. */
export function useAuditLog(account: string) {
  const latchkey = useLatchkey()
  const route = useRoute()
  const router = useRouter()
  const { say } = useToast()
  const saving = useAction()

  const draft = ref(draftOf(route.query))
  const errors = computed(() => draftErrors(draft.value))
  const isFine = () => Object.keys(errors.value).length === 0
  /** What is asked for: the filters as they were when they last made sense. */
  const filter = shallowRef(isFine() ? filterOf(draft.value) : {})
  const isFiltered = computed(() => Object.keys(filter.value).length > 0)

  const list = useOffsetPages(account, 'auditLog.list', pageSize, () => ({ filter: filter.value }))
  useQueueEvents(account, async () => {
    // Further back, rows would move away under the eye.
    if (list.offset.value === 0) await list.reload()
  })

  const { start: askSoon, stop } = useTimeoutFn(ask, typingPause, { immediate: false })
  watch(draft, askSoon, { deep: true })

  function ask(): void {
    stop()
    if (!isFine()) return
    const next = filterOf(draft.value)
    if (JSON.stringify(next) === JSON.stringify(filter.value)) return
    filter.value = next
    void router.replace({ query: queryOf(draft.value) })
  }

  function clear() {
    draft.value = draftOf({})
    ask()
  }

  function save(format: 'csv' | 'json') {
    return saving.run(async () => {
      const { filename, text } = await latchkey(account).auditLog.export({
        filter: filter.value,
        format,
      })
      downloadText(filename, format === 'csv' ? 'text/csv' : 'application/json', text)
      say(`Saved as ${filename}.`)
    })
  }

  return {
    draft,
    errors,
    isFiltered,
    list,
    actions: computed(() => list.data.value?.actions ?? []),
    ask,
    clear,
    saving,
    save,
  }
}
