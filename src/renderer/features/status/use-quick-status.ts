import type { SeenStatus, StatusDraft, TimedStatus } from '../../../shared/operations/own-status.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { isGitLabDuration, longerDuration } from '../../../shared/rules/status-durations.ts'
import { noStatus } from '../../../shared/rules/status-end.ts'
import { failureOf } from '../../bridge/latchkey.ts'
import { cachedAnswer } from '../../bridge/use-service-query.ts'
import { conflictMessage, statusSavedMessage } from '../../components/status/status-messages.ts'
import { clearTime, expectedStatus, visibleStatus } from '../../components/status/draft.ts'
import { useStatusWrite } from '../../components/status/status-writes.ts'
import { t } from '../../ui/messages.ts'
import { useToast, type ToastAction } from '../../ui/use-toast.ts'

/**
 * Sets or clears an account’s status in one click. Replacing a status that was set elsewhere takes a second click.
 * Toasts outside the account’s screens name the account. `showsWaiting` means that the screen itself shows statuses
 * waiting for the instance.
 */
export function useQuickStatus(account: string, { showsWaiting = false } = {}) {
  const write = useStatusWrite(account)
  const { showToast } = useToast(account, 'status')

  /** The status on screen when a write starts. */
  const shown = (): SeenStatus =>
    visibleStatus(cachedAnswer(account, 'ownStatus.get')?.value, currentTime()) ?? {}

  async function set(status: TimedStatus, base = shown): Promise<void> {
    const expected = expectedStatus(status, currentTime())
    const outcome = await write(expected, ({ ownStatus }) =>
      ownStatus.set({ ...status, base: base() }),
    )
    if (outcome.outcome === 'queued') {
      if (!showsWaiting) showToast(t('status.willBeSet'))
    } else if (outcome.outcome === 'saved') {
      const saved = isGitLabDuration(status.clear)
        ? outcome
        : { ...outcome, endsAt: clearTime(expected) }
      showToast(statusSavedMessage('set', saved), undoOf(outcome.before, outcome.now))
    } else {
      const retry = () => set(status, () => outcome.now).catch(showFailure)
      showToast(conflictMessage(outcome.now), { label: t('status.setAnyway'), run: retry })
    }
  }

  /** Sets a status that Latchkey clears at an exact time, because GitLab can’t. */
  async function setUntil(endsAt: number, status: StatusDraft, base = shown): Promise<void> {
    const before = base()
    const { emoji, message, busy } = status
    const clear = longerDuration(endsAt - currentTime())
    const change = { emoji, message, busy, clear, base: before, endsAt }
    const outcome = await write(expectedStatus(change, currentTime()), ({ ownStatus }) =>
      ownStatus.save(change),
    )
    if (outcome.outcome === 'queued') {
      if (!showsWaiting) showToast(t('status.willBeSet'))
    } else if (outcome.outcome === 'saved') {
      showToast(statusSavedMessage('set', { ...outcome, endsAt }), undoOf(before, outcome.now))
    } else {
      const retry = () => setUntil(endsAt, status, () => outcome.now).catch(showFailure)
      showToast(conflictMessage(outcome.now), { label: t('status.setAnyway'), run: retry })
    }
  }

  /** Clears the status if it’s the one on screen. */
  const clear = () => clearIfUnchanged(shown)

  /** Clears the status, whatever it is. */
  const clearAny = () => clearIfUnchanged(() => undefined)

  /** Clears the status if it’s still `base`, or unconditionally without one. Offers Undo. */
  async function clearIfUnchanged(base: () => SeenStatus | undefined): Promise<void> {
    const outcome = await write(noStatus, ({ ownStatus }) => ownStatus.clear({ base: base() }))
    if (outcome.outcome === 'queued') {
      if (!showsWaiting) showToast(t('status.willBeCleared'))
    } else if (outcome.outcome === 'saved') {
      const before = visibleStatus(outcome.before, currentTime())
      showToast(t(before ? 'status.cleared' : 'status.nothingToClear'), before && undoOf(before))
    } else {
      const retry = () => clearIfUnchanged(() => outcome.now).catch(showFailure)
      showToast(conflictMessage(outcome.now), { label: t('status.clearAnyway'), run: retry })
    }
  }

  /** Restores the previous status, unless the status is no longer `now`. */
  function undoOf(before: UserStatus, now?: UserStatus): ToastAction {
    return {
      label: t('common.undo'),
      isUndo: true,
      run: async () => {
        try {
          const { left } = await write(before, ({ ownStatus }) =>
            ownStatus.restore({ status: before, base: now }),
          )
          showToast(t(left.length > 0 ? 'status.notRestored' : 'status.restored'))
        } catch (error) {
          showFailure(error)
        }
      },
    }
  }

  function showFailure(error: unknown) {
    const { message, hint } = failureOf(error)
    showToast([message, hint].filter(Boolean).join(' '))
  }

  return { set, setUntil, clear, clearAny }
}
