import { type InjectionKey, type ShallowRef, inject, provide } from 'vue'

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

/** Where a toast comes from. A new one from there replaces the former, which is out of date. */
type ToastSource = object

export interface Toasts {
  /** The oldest first. */
  current: ShallowRef<readonly Toast[]>
  /** Shows a toast about an account, or about none. */
  showToast: (
    source: ToastSource,
    account: string | undefined,
    ...toast: Parameters<ShowToast>
  ) => void
  /** Closes the toast from there, if it is shown. */
  closeToast: (source: ToastSource) => void
  /** Shows a text that stays until it is closed, also on other screens. */
  showNote: (text: string) => void
}

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')
const toastAccount: InjectionKey<string | undefined> = Symbol('account of toasts')

/** For components keyed by an account: all toasts shown below are about it. */
export function provideToastAccount(account: string | undefined): void {
  provide(toastAccount, account)
}

/**
 * Shows a toast and announces it to screen readers; the next one replaces it. It is about the account of the screen unless
 * another one is given, or `null` for none. `createSource` is for toasts about something else, which don’t replace these, and can
 * close them. With `shared`, toasts of several components about the same thing replace each other.
 */
export function useToast(account?: string | null, shared?: object) {
  const toasts = inject(toastsKey)
  if (!toasts) throw new Error('No toasts are provided.')
  const screenAccount = inject(toastAccount, undefined)
  const about = account === undefined ? screenAccount : (account ?? undefined)
  function createSource(source: object = {}) {
    const showToast: ShowToast = (...toast) => toasts?.showToast(source, about, ...toast)
    return { showToast, closeToast: () => toasts?.closeToast(source) }
  }
  const { showNote } = toasts
  return { showToast: createSource(shared).showToast, createSource, showNote }
}
