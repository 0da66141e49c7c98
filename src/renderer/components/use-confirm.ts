import { useEventListener } from '@vueuse/core'
import { inject, onScopeDispose, provide, shallowRef } from 'vue'
import type { InjectionKey, MaybeRefOrGetter, Ref, ShallowRef } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { t } from '../ui/messages.ts'
import { confirmationOf } from './confirmation-rule.ts'
import type { ActionWeight } from './confirmation-rule.ts'

/** The user whom a question is about, as an account sees them. */
export interface QuestionedUser {
  account: string
  id: number
  name: string
  username: string
  email?: string | null | undefined
}

export interface QuestionOption {
  label: string
  hint: string
  checked: Ref<boolean>
}

/** A question that is answered by yes or no. */
export interface ConfirmQuestion {
  title: string
  text: MaybeRefOrGetter<string>
  /** The label of the confirming button. */
  confirm: string
  cancel?: string
  /** Whether yes loses something for good. */
  isIrreversible?: boolean
  /** Shown above the question, so that it is about nobody else. */
  user?: QuestionedUser | undefined
  /** Whether it is about a demo account; by default, whether the active account is one. */
  demo?: boolean
  /** Checkboxes in the dialog; `checked` holds the state of each. */
  options?: MaybeRefOrGetter<readonly QuestionOption[]>
}

/** An action that may need a confirmation, with the texts of the dialog. */
export interface Confirmation
  extends Omit<ConfirmQuestion, 'isIrreversible'>, Omit<ActionWeight, 'username'> {}

interface OpenQuestion extends ConfirmQuestion {
  /** What must be typed to answer yes. */
  typed?: string | undefined
  /** Yes, no, or nothing where the question is closed. */
  answer: (yes: boolean | undefined) => void
}

interface Confirm {
  current: ShallowRef<OpenQuestion | undefined>
  ask: (question: Omit<OpenQuestion, 'answer'>) => Promise<boolean | undefined>
}

export const confirmKey: InjectionKey<Confirm> = Symbol('confirm')

/** For the root of the page: holds the open question. */
export function provideConfirm(): Confirm {
  const current = shallowRef<OpenQuestion>()

  function ask(question: Omit<OpenQuestion, 'answer'>): Promise<boolean | undefined> {
    current.value?.answer(undefined)
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
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
 * Confirms an action by the rule of `confirmationOf`: resolves to true at once if nothing is asked, and to false when the dialog is
 * closed. Offer Undo after what can be undone.
 */
export function useConfirm(): (action: Confirmation) => Promise<boolean> {
  const ask = useAsk()
  return async ({ what, isReversible, count, isUnused, ...question }) => {
    const needed = confirmationOf({
      what,
      isReversible,
      username: question.user?.username,
      ...(count !== undefined && { count }),
      ...(isUnused !== undefined && { isUnused }),
    })
    if (!needed) return true
    const { typed } = needed
    return (await ask({ ...question, typed, isIrreversible: !isReversible })) === true
  }
}

/** Asks what confirms no action but is a choice, such as to stay or to leave. Closing the dialog means no. */
export function useQuestion(): (question: ConfirmQuestion) => Promise<boolean> {
  const ask = useAsk()
  return async (question) => (await ask(question)) === true
}

/** Asks for one of two ways: true for the confirming button, false for the other one, undefined where the dialog is closed. */
export function useChoice(): (question: ConfirmQuestion) => Promise<boolean | undefined> {
  return useAsk()
}

/** A question closes with the component that asked it, and a component that is gone can’t ask. */
function useAsk(): Confirm['ask'] {
  const confirm = inject(confirmKey)
  if (!confirm) throw new Error('No confirmation is provided.')
  const { ask, current } = confirm
  let isGone = false
  let latest: OpenQuestion | undefined
  onScopeDispose(() => {
    isGone = true
    if (latest && latest === current.value) latest.answer(undefined)
  })

  return (question) => {
    if (isGone) return Promise.resolve(undefined)
    const answer = ask(question)
    latest = current.value
    return answer
  }
}

/**
 * Asks before the page, screen or account is left with something that can’t be kept as a draft. `question` replaces the texts
 * where it is not about saving.
 */
export function useLeaveGuard(
  isDirty: Ref<boolean>,
  question: Partial<ConfirmQuestion> = {},
): void {
  const ask = useQuestion()

  function confirmLeaving(): true | Promise<boolean> {
    if (!isDirty.value) return true
    return ask({
      title: t('forms.leaveTitle'),
      text: t('forms.leaveText'),
      confirm: t('forms.leave'),
      cancel: t('forms.stay'),
      isIrreversible: true,
      ...question,
    })
  }
  onBeforeRouteLeave(confirmLeaving)
  onBeforeRouteUpdate(confirmLeaving)

  useEventListener('beforeunload', (event) => {
    if (isDirty.value) event.preventDefault()
  })
}
