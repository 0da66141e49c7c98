import { useEventListener } from '@vueuse/core'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import type { Ref } from 'vue'
import { t } from '../ui/messages.ts'
import { useConfirm } from './use-confirm.ts'
import type { Question } from './use-confirm.ts'

/**
 * Asks before the page, screen or account is left with something unsaved. `what` names it, as the beginning of a sentence;
 * `question` replaces the texts where it is not about saving.
 */
export function useLeaveGuard(
  isDirty: Ref<boolean>,
  what?: string,
  question: Partial<Question> = {},
): void {
  const ask = useConfirm()

  function guard(): true | Promise<boolean> {
    if (!isDirty.value) return true
    return ask({
      title: t('forms.leaveTitle'),
      text: what === undefined ? t('forms.leaveText') : t('forms.leaveTextOf', { what }),
      confirm: t('forms.leave'),
      cancel: t('forms.stay'),
      dangerous: true,
      ...question,
    })
  }
  onBeforeRouteLeave(guard)
  onBeforeRouteUpdate(guard)

  useEventListener('beforeunload', (event) => {
    if (isDirty.value) event.preventDefault()
  })
}
