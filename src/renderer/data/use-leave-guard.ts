import { useEventListener } from '@vueuse/core'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import type { Ref } from 'vue'
import { useConfirm } from './use-confirm.ts'
import type { Question } from './use-confirm.ts'

/**
 * Asks before something unsaved is left: for another screen, another account, or by closing the page. Where it is not
 * about saving, `words` say what it is about.
 */
export function useLeaveGuard(
  isDirty: Ref<boolean>,
  what: string,
  words: Partial<Question> = {},
): void {
  const ask = useConfirm()

  function guard(): true | Promise<boolean> {
    if (!isDirty.value) return true
    return ask({
      title: 'Leave without saving?',
      text: `${what} is not saved yet.`,
      confirm: 'Leave',
      cancel: 'Stay',
      dangerous: true,
      ...words,
    })
  }
  onBeforeRouteLeave(guard)
  onBeforeRouteUpdate(guard)

  useEventListener('beforeunload', (event) => {
    if (isDirty.value) event.preventDefault()
  })
}
