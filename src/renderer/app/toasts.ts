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

/** How many toasts fit on screen. */
const maxToasts = 3
/** How many toasts the history keeps. */
const maxHistory = 20
/** How long (ms) to show a toast without actions, and one with actions. */
const shownMs = 6000
const actionMs = 10_000
/** A toast this recent (ms) survives navigation, because it probably announced it. */
const arrivalTime = 1000

interface ShownToast extends Toast {
  subject: ToastSubject
  shownAt: number
}

/** How long (ms) to show a toast; undefined until closed. A countdown closes when its undo period ends. */
export function toastDuration({ text, actions, isSticky }: Toast): number | undefined {
  const isCountdown = typeof text !== 'string' && actions.length > 0
  if (isSticky || isCountdown) return undefined
  return actions.length > 0 ? actionMs : shownMs
}

/** Provides the current toasts. Call it in the root component. */
export function provideToasts() {
  const route = useRoute()
  const toasts = createToasts(() => route.path)
  provide(toastsKey, toasts)
  provide(pastToastsKey, toasts.past)
  onScopeDispose(
    // Reports actions that succeeded but couldn’t be saved on this computer, next to the action’s own toast.
    useHost().on('unsaved', ({ message, hint }) =>
      toasts.showNote([message, hint].filter(Boolean).join(' ')),
    ),
  )
  return toasts
}

/**
 * Toasts close on locking or switching accounts, and on navigation unless they offer Undo. A toast that arrives after
 * the user has switched accounts gets its account’s name as a prefix and loses its actions.
 */
export function createToasts(path: () => string) {
  const accounts = useAccountsStore()
  const lock = useLockStore()
  const current = shallowRef<readonly ShownToast[]>([])
  const all = shallowRef<readonly (PastToast & { subject: ToastSubject })[]>([])
  /** Hides other accounts’ toasts while those accounts are inactive. */
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
    // A countdown joins the history once its text is final.
    if (typeof toast.text !== 'string') return
    const undo = actions.find(({ isUndo }) => isUndo)
    const entry = { id, text: toast.text, at: shownAt, account: toast.account, undo, subject }
    all.value = [entry, ...all.value].slice(0, maxHistory)
  }

  /** Makes an action close its toast and disappear from the history when it runs. */
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
      const withAccountName = (words: string) =>
        t('app.toastOfAccount', { account: bidiIsolate(accounts.nameOf(about)), text: words })
      const shown =
        typeof text === 'string'
          ? withAccountName(text)
          : (now: number) => withAccountName(text(now))
      add(subject, { text: shown, actions: [], account: active })
    } else {
      add(subject, { text, actions: actions.filter((one) => one !== undefined), account })
    }
  }

  /** Shows text until the user dismisses it. */
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

  // Drops an account’s toasts when it signs out.
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
