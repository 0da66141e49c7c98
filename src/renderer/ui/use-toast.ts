import { type InjectionKey, type Ref, type ShallowRef, inject, provide } from 'vue'

/** An action offered in a toast, such as Undo. */
export interface ToastAction {
  label: string
  run: () => unknown
  /** Whether it undoes the action; if so, the toast stays open on navigation. */
  isUndo?: true
}

/** A text, or one that changes over time (milliseconds since 1970): "Blocking Anna in 5 s". */
export type ToastText = string | ((now: number) => string)

/** The result of an action, and the possible follow-ups. */
export interface Toast {
  id: number
  text: ToastText
  actions: readonly ToastAction[]
  /** The account it is about, if any. */
  account?: string | undefined
  /** Whether it remains until it is closed. */
  isSticky?: boolean
}

export type ShowToast = (text: ToastText, ...actions: (ToastAction | undefined)[]) => void

/** The subject of a toast, such as the status or a run. A new toast about it replaces the outdated one. */
export type ToastSubject = string | object

export interface Toasts {
  /** Oldest first. */
  current: ShallowRef<readonly Toast[]>
  /** Shows a toast about an account, or about none. */
  showToast: (
    subject: ToastSubject,
    account: string | undefined,
    ...toast: Parameters<ShowToast>
  ) => void
  /** Closes the toast about the subject, if it is shown. */
  closeToast: (subject: ToastSubject) => void
  /** Shows a text until it is closed, even on other screens. */
  showNote: (text: string) => void
}

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')
const toastAccount: InjectionKey<string | undefined> = Symbol('account of toasts')

/** For components keyed by an account: all toasts from components below it are about that account. */
export function provideToastAccount(account: string | undefined): void {
  provide(toastAccount, account)
}

/** A toast of this session. */
export interface PastToast {
  id: number
  text: string
  /** When it was shown, in milliseconds since 1970. */
  at: number
  account?: string | undefined
  /** Undoes the action, as long as that works. */
  undo?: ToastAction | undefined
}

/** The last toasts of this session, newest first. */
export const pastToastsKey: InjectionKey<Readonly<Ref<readonly PastToast[]>>> =
  Symbol('past toasts')

/**
 * Shows a toast and announces it to screen readers; the next one replaces it. It is about the screen’s account unless
 * another one is given, or `null` for none. With a named subject, it also replaces toasts from other components about
 * that. `about` is for toasts about another subject, and can close them.
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
