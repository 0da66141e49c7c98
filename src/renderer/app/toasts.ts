import { computed, onScopeDispose, provide, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import { currentTime } from '../../shared/rules/clock.ts'
import { useHost } from '../bridge/latchkey.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useLockStore } from '../stores/lock.ts'
import { bidiIsolate } from '../ui/bidi-isolate.ts'
import {
  type PastToast,
  type Toast,
  type ToastAction,
  type ToastSubject,
  type Toasts,
  pastToastsKey,
  toastsKey,
} from '../ui/use-toast.ts'
import { t } from '../ui/messages.ts'

/** Toasts shown at the same time, at most. */
const maxToasts = 3
/** Toasts that are kept for the history. */
const maxPast = 20
/** How long (ms) a toast is shown, and one that something can be done about. */
const shownMs = 7000
const actionMs = 30_000
/** Milliseconds in which a toast announces the action that opened the next screen. */
const arrivalTime = 1000

interface ShownToast extends Toast {
  subject: ToastSubject
  shownAt: number
}

/** How long (ms) a toast is shown; undefined until it is closed. One that counts down to the end of its Undo is closed with that. */
export function toastDuration({ text, actions, isSticky }: Toast): number | undefined {
  const isCountdown = typeof text !== 'string' && actions.length > 0
  if (isSticky || isCountdown) return undefined
  return actions.length > 0 ? actionMs : shownMs
}

/** For the root of the page: holds the toasts that are shown. */
export function provideToasts() {
  const route = useRoute()
  const toasts = createToasts(() => route.path)
  provide(toastsKey, toasts)
  provide(pastToastsKey, toasts.past)
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
  const all = shallowRef<readonly (PastToast & { subject: ToastSubject })[]>([])
  /** Those of other accounts are shown with them. */
  const past = computed(() =>
    all.value.filter(({ account }) => account === undefined || account === accounts.active?.id),
  )
  let lastId = 0

  function add(subject: ToastSubject, toast: Omit<Toast, 'id'>) {
    const id = (lastId += 1)
    const shownAt = currentTime()
    const actions = toast.actions.map((action) => once(id, action))
    const others = current.value.filter((one) => one.subject !== subject)
    current.value = [...others, { ...toast, actions, id, subject, shownAt }].slice(-maxToasts)
    endUndo((one) => one.subject === subject)
    // What still changes is listed once it is final.
    if (typeof toast.text !== 'string') return
    const undo = actions.find(({ isUndo }) => isUndo)
    const entry = { id, text: toast.text, at: shownAt, account: toast.account, undo, subject }
    all.value = [entry, ...all.value].slice(0, maxPast)
  }

  /** An action that is taken closes its toast, and can’t be taken again from the history. */
  function once(id: number, action: ToastAction): ToastAction {
    const run = () => {
      close(id)
      endUndo((one) => one.id === id)
      return action.run()
    }
    return { ...action, run }
  }

  function endUndo(isOver: (toast: PastToast & { subject: ToastSubject }) => boolean) {
    all.value = all.value.map((one) => (isOver(one) ? { ...one, undo: undefined } : one))
  }

  function keep(isKept: (toast: ShownToast) => boolean) {
    current.value = current.value.filter(isKept)
  }

  const close = (id: number) => keep((toast) => toast.id !== id)
  function closeToast(subject: ToastSubject) {
    keep((toast) => toast.subject !== subject)
    endUndo((one) => one.subject === subject)
  }

  function showToast(...[subject, account, text, ...actions]: Parameters<Toasts['showToast']>) {
    const active = accounts.active?.id
    const about = accounts.byId(account)
    const isSignedOut = account !== undefined && !about
    if (lock.state.locked || isSignedOut) return
    if (about && account !== active) {
      const named = (words: string) =>
        t('app.toastOfAccount', { account: bidiIsolate(about.label), text: words })
      const shown = typeof text === 'string' ? named(text) : (now: number) => named(text(now))
      add(subject, { text: shown, actions: [], account: active })
    } else {
      add(subject, { text, actions: actions.filter((one) => one !== undefined), account })
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

  // Nothing of an account outlasts it here.
  watch(
    () => accounts.accounts,
    () => {
      all.value = all.value.filter(
        ({ account }) => account === undefined || accounts.byId(account) !== undefined,
      )
    },
  )

  return { current, close, closeToast, showToast, showNote, past }
}
