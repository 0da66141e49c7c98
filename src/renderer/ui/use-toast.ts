import { type InjectionKey, type Ref, type ShallowRef, inject, provide } from 'vue'

/** An action offered in a toast, such as undo. */
export interface ToastAction {
  label: string
  run: () => unknown
  /** Whether it takes back what was done; the toast then stays when another screen is opened. */
  isUndo?: true
}

/** A text, or one that changes with the time in milliseconds since 1970: "Blocking Anna in 5 s". */
export type ToastText = string | ((now: number) => string)

/** The result of an action, and what can still be done about it. */
export interface Toast {
  id: number
  text: ToastText
  actions: readonly ToastAction[]
  /** The account that it is about, if any. */
  account?: string | undefined
  /** Whether it stays until it is closed. */
  isSticky?: boolean
}

export type ShowToast = (text: ToastText, ...actions: (ToastAction | undefined)[]) => void

/** What a toast is about, such as the status or a run. A new one about it replaces the former, which is out of date. */
export type ToastSubject = string | object

export interface Toasts {
  /** The oldest first. */
  current: ShallowRef<readonly Toast[]>
  /** Shows a toast about an account, or about none. */
  showToast: (
    subject: ToastSubject,
    account: string | undefined,
    ...toast: Parameters<ShowToast>
  ) => void
  /** Closes the toast about it, if it is shown. */
  closeToast: (subject: ToastSubject) => void
  /** Shows a text that stays until it is closed, also on other screens. */
  showNote: (text: string) => void
}

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')
const toastAccount: InjectionKey<string | undefined> = Symbol('account of toasts')

/** For components keyed by an account: all toasts shown below are about it. */
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
  /** Takes back what was done, while that works. */
  undo?: ToastAction | undefined
}

/** The last toasts of this session, the newest first. */
export const pastToastsKey: InjectionKey<Readonly<Ref<readonly PastToast[]>>> =
  Symbol('past toasts')

/**
 * Shows a toast and announces it to screen readers; the next one replaces it. It is about the account of the screen unless
 * another one is given, or `null` for none. With a named subject, it also replaces the toasts of other components about that.
 * `about` is for toasts about something else, and can close them.
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
