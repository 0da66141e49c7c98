import { useEventListener } from '@vueuse/core'
import { inject, onScopeDispose, provide, shallowRef, watch } from 'vue'
import type { InjectionKey, MaybeRefOrGetter, Ref, ShallowRef } from 'vue'
import { onBeforeRouteLeave, onBeforeRouteUpdate } from 'vue-router'
import { t } from '../ui/messages.ts'
import { confirmationOf } from './confirmation-rule.ts'
import type { ActionWeight } from './confirmation-rule.ts'

/** The user that a question is about, as seen by an account. */
export interface AffectedUser {
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

/** A yes-or-no question. */
export interface ConfirmQuestion {
  title: string
  text: MaybeRefOrGetter<string>
  /** The confirm button’s label. */
  confirm: string
  cancel?: string
  /** Whether confirming causes a permanent loss. */
  isIrreversible?: boolean
  /** Shown above the question to make clear who is affected. */
  user?: AffectedUser | undefined
  /** Whether it’s about a demo account. By default, depends on the active account. */
  demo?: boolean
  /** The dialog’s checkboxes, whose state is in `checked`. */
  options?: MaybeRefOrGetter<readonly QuestionOption[]>
  /** Closes the dialog once false, because the question no longer applies. */
  validWhile?: Ref<boolean>
}

/** An action that may need confirmation, with the dialog’s texts. */
export interface Confirmation
  extends Omit<ConfirmQuestion, 'isIrreversible'>, Omit<ActionWeight, 'username'> {}

interface OpenQuestion extends ConfirmQuestion {
  /** The text the user must type to confirm. */
  typed?: string | undefined
  /** Answers yes, no, or undefined for closing the dialog. */
  answer: (yes: boolean | undefined) => void
}

interface Confirm {
  current: ShallowRef<OpenQuestion | undefined>
  ask: (question: Omit<OpenQuestion, 'answer'>) => Promise<boolean | undefined>
}

export const confirmKey: InjectionKey<Confirm> = Symbol('confirm')

/** Provides the open question. Call it in the root component. */
export function provideConfirm(): Confirm {
  const current = shallowRef<OpenQuestion>()

  function ask(question: Omit<OpenQuestion, 'answer'>): Promise<boolean | undefined> {
    current.value?.answer(undefined)
    const { promise, resolve } = Promise.withResolvers<boolean | undefined>()
    const { validWhile = shallowRef(true) } = question
    const stop = watch(validWhile, () => answer(undefined), { flush: 'sync' })

    function answer(yes: boolean | undefined) {
      stop()
      current.value = undefined
      resolve(yes)
    }
    current.value = { ...question, answer }
    return promise
  }

  const confirm = { current, ask }
  provide(confirmKey, confirm)
  return confirm
}

/**
 * Confirms an action by the rules of `confirmationOf`. Resolves to true immediately if no confirmation is needed, and
 * to false if the dialog is closed. Callers should offer Undo after reversible actions.
 */
export function useConfirm(): (action: Confirmation) => Promise<boolean> {
  const ask = useAsk()
  return async ({ what, isReversible, count, ...question }) => {
    const needed = confirmationOf({
      what,
      isReversible,
      username: question.user?.username,
      ...(count !== undefined && { count }),
    })
    if (!needed) return true
    const { typed } = needed
    return (await ask({ ...question, typed, isIrreversible: !isReversible })) === true
  }
}

/** Confirms a choice rather than an action, such as staying or leaving. Closing the dialog means no. */
export function useQuestion(): (question: ConfirmQuestion) => Promise<boolean> {
  const ask = useAsk()
  return async (question) => (await ask(question)) === true
}

/** Offers two choices: true for the confirm button, false for the other, or undefined if the dialog is closed. */
export function useChoice(): (question: ConfirmQuestion) => Promise<boolean | undefined> {
  return useAsk()
}

/** Closes a question along with the component that asked it, and keeps unmounted components from asking. */
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

/** Confirms discarding the changes of a form, if there are any. */
export function useDiscardQuestion(isDirty: Ref<boolean>): () => Promise<boolean> {
  const ask = useQuestion()
  return async () =>
    !isDirty.value ||
    ask({
      title: t('forms.discardTitle'),
      text: t('forms.leaveText'),
      confirm: t('common.discard'),
      isIrreversible: true,
    })
}

/**
 * Asks before the user leaves the page, screen or account with changes that can’t be kept as a draft. `question`
 * replaces the default texts, which are about saving. If the changes are saved while the question is open, it closes
 * and the user stays, because a new secret may have arrived.
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
      validWhile: isDirty,
      ...question,
    })
  }
  onBeforeRouteLeave(confirmLeaving)
  onBeforeRouteUpdate(confirmLeaving)

  useEventListener('beforeunload', (event) => {
    if (isDirty.value) event.preventDefault()
  })
}
