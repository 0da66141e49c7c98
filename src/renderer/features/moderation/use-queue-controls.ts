import { computed } from 'vue'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { QueueContext } from '../../components/moderation/queue-messages.ts'
import { useQueueChanges } from '../../components/moderation/use-queue-actions.ts'
import { useConnectivityStore } from '../../bridge/connectivity.ts'
import { useQueueStore } from '../../stores/queue.ts'
import { message } from '../../../shared/messages/message.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import { confirmationOf } from '../../components/confirmation-rule.ts'
import { useConfirm, useQuestion } from '../../components/use-confirm.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { countInStates, unfinishedStates, unsentStates } from '../../../shared/rules/item-states.ts'

/** Conditions that delay all of an account’s actions. */
export function useQueueContext(account: string) {
  const queue = useQueueStore()
  const connectivity = useConnectivityStore()
  return computed((): QueueContext => {
    const { isPaused = false, hold, waiting } = queue.of(account) ?? {}
    return {
      isPaused,
      isHeld: hold !== undefined,
      isAway: connectivity.isAway(account),
      isDelayed: waiting !== undefined,
      isHostGone: !connectivity.isHostReachable,
    }
  })
}

/** The actions of each run on hold, and the number of others: “Block 14 users: 9, single actions: 2”. */
function formatHeld(runs: readonly JobSummary[], count: number): string {
  const ofRuns = runs.map((run) => ({
    label: bidiIsolate(run.name),
    value: countInStates(run.counts, unfinishedStates),
  }))
  const others = count - ofRuns.reduce((sum, { value }) => sum + value, 0)
  const parts = [
    ...ofRuns.map(({ label, value }) => message('queue.heldOfRun', { run: label, count: value })),
    ...(others > 0 ? [message('queue.heldSingle', { count: others })] : []),
  ]
  return t('queue.sendHeldText', { parts })
}

/** Controls for all of an account’s pending actions. */
export function useQueueControls(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const connectivity = useConnectivityStore()
  const queue = useQueueStore()
  const ask = useQuestion()
  const confirm = useConfirm()
  const { changing, retryLast, change } = useQueueChanges(account, reload)
  const calls = () => latchkey(account).queue
  const pauseAll = async () => {
    await latchkey(account).jobs.pauseAll()
    return calls().summary()
  }
  const resumeAll = async () => {
    await latchkey(account).jobs.resumeAll()
    return calls().summary()
  }

  function pause() {
    return change('pause', async () => {
      const summary = await pauseAll()
      return { summary, toast: summary.isPaused && [t('queue.isPaused')] }
    })
  }

  function resume() {
    return change('resume', async () => {
      const summary = await resumeAll()
      return { summary, toast: !summary.isPaused && [t('queue.resumedNow')] }
    })
  }

  /** Releases actions on hold, which are then sent. Asks first, with what they are, as when they were started. */
  async function release() {
    const { hold: { count = 0 } = {} } = queue.of(account) ?? {}
    // If this fails, the confirmation only shows the number.
    const { jobs: runs } = await latchkey(account)
      .jobs.list({})
      .catch(() => ({ jobs: [] as JobSummary[] }))
    const heldRuns = runs.filter(({ hold }) => hold)
    const what = heldRuns.find(({ irreversible }) => irreversible)?.irreversible
    const weight = { what: what ?? 'edit_user', isReversible: !what, count } as const
    if (confirmationOf(weight)) {
      const isSure = await confirm({
        ...weight,
        title: t('queue.sendHeldTitle', { count }),
        text: formatHeld(heldRuns, count),
        confirm: t('queue.send'),
      })
      if (!isSure) return false
    }
    return change('release', async () => {
      const summary = await calls().release()
      return { summary, toast: !summary.hold && [t('queue.releasedNow')] }
    })
  }

  function sendAllNow() {
    const isAway = connectivity.isAway(account)
    return change('send all', async () => {
      const { changed, ...summary } = await calls().sendAllNow()
      const text = t(isAway ? 'queue.waitsForGitLab' : 'queue.sendingAll')
      return { summary, toast: changed > 0 && [text] }
    })
  }

  /** Stops everything immediately, then asks for confirmation. If the dialog is closed, a running queue resumes. */
  async function cancelAll() {
    const { isPaused: wasPaused = false } = queue.of(account) ?? {}
    retryLast.value = cancelAll
    const stop = async () => queue.put(account, await pauseAll())
    if (!(await changing.run(stop, 'stop'))) return
    const { counts } = queue.of(account)!
    const left = countInStates(counts, unsentStates)
    const isCancelled = await ask({
      title: t('queue.stopped', { sent: 0, left }),
      text: t('queue.onTheWay', { count: countInStates(counts, ['sending', 'unknown']) }),
      confirm: t('queue.cancelCount', { count: left }),
      cancel: t(wasPaused ? 'queue.keep' : 'queue.resume'),
    })
    if (isCancelled) await cancelPending(wasPaused)
    else if (!wasPaused) await resume()
  }

  /** Cancels pending actions and offers Undo if all of them can be queued again. */
  function cancelPending(wasPaused: boolean) {
    return change('cancel all', async () => {
      const { count, ids, summary } = await calls().cancelAll({})
      const undo = { label: t('common.undo'), run: () => retryAll(ids), isUndo: true as const }
      const isUndoable = count === ids.length
      return {
        summary: wasPaused ? summary : await resumeAll(),
        toast: count > 0 && [t('queue.allCancelled', { count }), isUndoable ? undo : undefined],
      }
    })
  }

  /** Cancels actions on hold. There is no Undo, because that would send them. */
  async function cancelHeld() {
    const { hold } = queue.of(account) ?? {}
    if (!hold) return
    const isCancelled = await ask({
      title: t('queue.cancelHeldTitle', { count: hold.count }),
      text: t('queue.dismissManyText'),
      confirm: t('queue.cancelCount', { count: hold.count }),
      cancel: t('queue.keep'),
    })
    if (!isCancelled) return
    await change('cancel held', async () => {
      const { count, summary } = await calls().cancelAll({ onlyHeld: true })
      return { summary, toast: count > 0 && [t('queue.allCancelled', { count })] }
    })
  }

  function retryAll(ids: number[]) {
    return change('cancel all', async () => {
      const { changed: count, ...summary } = await calls().retry({ ids })
      return { summary, toast: count > 0 && [t('queue.queuedMany', { count })] }
    })
  }

  return { changing, retryLast, pause, resume, release, sendAllNow, cancelAll, cancelHeld }
}
