import { inject, provide } from 'vue'
import type { InjectionKey, ShallowRef } from 'vue'

/** An action offered in a toast, such as undo. */
export interface ToastAction {
  label: string
  run: () => unknown
}

/** The result of an action, and what can still be done about it. */
export interface Toast {
  text: string
  actions: readonly ToastAction[]
  /** The account that it is about, if any. */
  account?: string
}

export type ShowToast = (text: string, ...actions: (ToastAction | undefined)[]) => void

export interface Toasts {
  current: ShallowRef<Toast | undefined>
  /** Shows a toast about an account, or about none. */
  showToast: (account: string | undefined, ...toast: Parameters<ShowToast>) => void
}

export const toastsKey: InjectionKey<Toasts> = Symbol('toasts')
const accountKey: InjectionKey<string | undefined> = Symbol('account of toasts')

/** For components keyed by an account: all toasts shown below are about it. */
export function provideToastAccount(account: string | undefined): void {
  provide(accountKey, account)
}

/**
 * Shows a toast and announces it to screen readers. It is about the account of the screen unless another one is given, or
 * `null` for none.
 */
export function useToast(account?: string | null): { say: ShowToast } {
  const toasts = inject(toastsKey)
  if (!toasts) throw new Error('No toasts are provided.')
  const screenAccount = inject(accountKey, undefined)
  const about = account === undefined ? screenAccount : (account ?? undefined)
  return { say: (...toast) => toasts.showToast(about, ...toast) }
}
