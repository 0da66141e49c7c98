import { useEventListener } from '@vueuse/core'
import { inject, onScopeDispose, provide, shallowRef } from 'vue'
import type { InjectionKey, Ref, ShallowRef } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { t } from '../ui/messages.ts'

/** A confirmation dialog. */
export interface Question {
  title: string
  text: string
  /** The label of the confirming button. */
  confirm: string
  cancel?: string
  dangerous?: boolean
  /** Text that must be typed to confirm, for actions that can’t be undone. */
  typed?: string
  /** A checkbox in the dialog; `checked` holds its state. */
  option?: { label: string; hint: string; checked: Ref<boolean> }
}

interface OpenQuestion extends Question {
  answer: (yes: boolean) => void
}

interface Confirm {
  current: ShallowRef<OpenQuestion | undefined>
  ask: (question: Question) => Promise<boolean>
}

export const confirmKey: InjectionKey<Confirm> = Symbol('confirm')

/** For the root of the page: holds the open question. */
export function provideConfirm(): Confirm {
  const current = shallowRef<OpenQuestion>()

  function ask(question: Question): Promise<boolean> {
    current.value?.answer(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    current.value = {
      ...question,
      answer: (yes) => {
        current.value = undefined
        resolve(yes)
      },
    }
    return promise
  }

  const confirm = { current, ask }
  provide(confirmKey, confirm)
  return confirm
}

/**
 * Asks for confirmation; closing the dialog means no. A question closes with the component that asked it, and a component
 * that is gone can’t ask.
 */
export function useConfirm(): Confirm['ask'] {
  const confirm = inject(confirmKey)
  if (!confirm) throw new Error('No confirmation is provided.')
  const { ask, current } = confirm
  let isGone = false
  let latest: OpenQuestion | undefined
  onScopeDispose(() => {
    isGone = true
    if (latest && latest === current.value) latest.answer(false)
  })

  return (question) => {
    if (isGone) return Promise.resolve(false)
    const answer = ask(question)
    latest = current.value
    return answer
  }
}

/**
 * Asks before the page, screen or account is left with something unsaved. `question` replaces the texts where it is not about
 * saving.
 */
export function useLeaveGuard(isDirty: Ref<boolean>, question: Partial<Question> = {}): void {
  const ask = useConfirm()

  function confirmLeaving(): true | Promise<boolean> {
    if (!isDirty.value) return true
    return ask({
      title: t('forms.leaveTitle'),
      text: t('forms.leaveText'),
      confirm: t('forms.leave'),
      cancel: t('forms.stay'),
      dangerous: true,
      ...question,
    })
  }
  onBeforeRouteLeave(confirmLeaving)
  onBeforeRouteUpdate(confirmLeaving)

  useEventListener('beforeunload', (event) => {
    if (isDirty.value) event.preventDefault()
  })
}
