import { type InjectionKey, type Ref, type ShallowRef, inject, provide } from 'vue'

/** An action that a toast offers, such as Undo. */
export interface ToastAction {
  label: string
  run: () => unknown
  /** Whether it undoes something. If so, the toast stays open on navigation. */
  isUndo?: true
}

/** Fixed text, or text that depends on the time (ms since 1970): "Blocking Anna in 5 s". */
export type ToastText = string | ((now: number) => string)

/** An action’s result and possible follow-ups. */
export interface Toast {
  id: number
  text: ToastText
  actions: readonly ToastAction[]
  /** The account it’s about, if any. */
  account?: string | undefined
  /** Whether it stays until the user closes it. */
  isSticky?: boolean
}

export type ShowToast = (text: ToastText, ...actions: (ToastAction | undefined)[]) => void

/** What a toast is about, such as the status or a run. A new toast replaces any earlier one about the same subject. */
export type ToastSubject = string | object

export interface Toasts {
  /** The toasts on screen, oldest first. */
  current: ShallowRef<readonly Toast[]>
  /** Shows a toast, optionally about an account. */
  showToast: (
    subject: ToastSubject,
    account: string | undefined,
    ...toast: Parameters<ShowToast>
  ) => void
  /** Closes the toast about a subject, if there is one. */
  closeToast: (subject: ToastSubject) => void
  /** Shows text until the user closes it, even on other screens. */
  showNote: (text: string) => void
}

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')
const toastAccount: InjectionKey<string | undefined> = Symbol('account of toasts')

/** Makes all toasts from the components below about one account. For components keyed by an account. */
export function provideToastAccount(account: string | undefined): void {
  provide(toastAccount, account)
}

/** A toast from this session’s history. */
export interface PastToast {
  id: number
  text: string
  /** When it was shown (ms since 1970). */
  at: number
  account?: string | undefined
  /** Undoes the action, as long as that’s possible. */
  undo?: ToastAction | undefined
}

/** This session’s latest toasts, newest first. */
export const pastToastsKey: InjectionKey<Readonly<Ref<readonly PastToast[]>>> =
  Symbol('past toasts')

/**
 * Shows toasts and announces them to screen readers. Each replaces the previous one from the same component or, with a
 * named subject, from any component. Toasts are about the screen’s account by default; pass `null` for none. `about`
 * shows or closes toasts about another subject.
 */
export function useToast(account?: string | null, subject?: string) {
  const toasts = inject(toastsKey)
  if (!toasts) throw new Error('No toasts are provided.')
  const screenAccount = inject(toastAccount, undefined)
  const shownAccount = account === undefined ? screenAccount : (account ?? undefined)
  function about(name?: string) {
    const key = name === undefined ? {} : `${name} of ${shownAccount}`
    const showToast: ShowToast = (...toast) => toasts?.showToast(key, shownAccount, ...toast)
    return { showToast, closeToast: () => toasts?.closeToast(key) }
  }
  const { showNote } = toasts
  return { showToast: about(subject).showToast, about, showNote }
}
