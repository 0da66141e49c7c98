import { onScopeDispose, provide, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import { currentTime } from '../../shared/rules/clock.ts'
import { useHost } from '../bridge/latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useLockStore } from '../stores/lock.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import { type Toast, type Toasts, toastsKey } from '../ui/use-toast.ts'
import { t } from '../ui/messages.ts'

/** Toasts shown at the same time, at most. */
const maxToasts = 3
/** Milliseconds in which a toast announces the action that opened the next screen. */
const arrivalTime = 1000

interface ShownToast extends Toast {
  source: object
  shownAt: number
}

/** For the root of the page: holds the toasts that are shown. */
export function provideToasts() {
  const route = useRoute()
  const toasts = createToasts(() => route.path)
  provide(toastsKey, toasts)
  onScopeDispose(
    // An action that succeeded but couldn’t be saved on this computer; shown beside its result.
    useHost().on('unsaved', ({ message, hint }) =>
      toasts.showNote([message, hint].filter(Boolean).join(' ')),
    ),
  )
  return toasts
}

/**
 * A toast closes when another account is shown or Latchkey is locked, and when another screen is opened unless it offers to
 * undo. One that arrives when its account is no longer shown names the account and has no actions.
 */
export function createToasts(path: () => string) {
  const accounts = useAccountsStore()
  const lock = useLockStore()
  const current = shallowRef<readonly ShownToast[]>([])
  let lastId = 0

  function add(source: object, toast: Omit<Toast, 'id'>) {
    lastId += 1
    const others = current.value.filter((one) => one.source !== source)
    const shown = { ...toast, id: lastId, source, shownAt: currentTime() }
    current.value = [...others, shown].slice(-maxToasts)
  }

  function keep(isKept: (toast: ShownToast) => boolean) {
    current.value = current.value.filter(isKept)
  }

  const close = (id: number) => keep((toast) => toast.id !== id)
  const closeToast = (source: object) => keep((toast) => toast.source !== source)

  function showToast(...[source, account, text, ...actions]: Parameters<Toasts['showToast']>) {
    const active = accounts.active?.id
    const about = accounts.byId(account)
    const isSignedOut = account !== undefined && !about
    if (lock.state.locked || isSignedOut) return
    if (about && account !== active) {
      const named = (words: string) =>
        t('app.toastOfAccount', { account: bidiIsolate(about.label), text: words })
      const shown = typeof text === 'string' ? named(text) : (now: number) => named(text(now))
      add(source, { text: shown, actions: [], account: active })
    } else {
      add(source, { text, actions: actions.filter((one) => one !== undefined), account })
    }
  }

  /** Shows a text that stays until it is closed. */
  function showNote(text: string) {
    keep((toast) => !toast.isSticky || toast.text !== text)
    add({}, { text, actions: [], isSticky: true })
  }

  watch(
    () => [accounts.active?.id, lock.state.locked] as const,
    ([active, isLocked]) => {
      keep(({ account }) => !isLocked && (account === undefined || account === active))
    },
  )
  watch(path, () => {
    const now = currentTime()
    keep(
      ({ actions, isSticky, shownAt }) =>
        isSticky || now - shownAt < arrivalTime || actions.some(({ isUndo }) => isUndo),
    )
  })

  return { current, close, closeToast, showToast, showNote }
}
