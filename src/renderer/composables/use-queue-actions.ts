import { ref } from 'vue'
import type { QueueState, QueueSummary, QueuedAction } from '../../shared/app/outbox.ts'
import { useLatchkey } from '../latchkey.ts'
import { orderWords } from '../screens/admin/actions/queue-words.ts'
import { useQueueStore } from '../stores/queue.ts'
import { useAction } from './use-action.ts'
import { useResults } from './use-results.ts'

/** What a person can still do about queued actions; afterwards `reload` reads what is shown again. */
export function useQueueActions(account: string, reload: () => Promise<unknown>) {
  const latchkey = useLatchkey()
  const queue = useQueueStore()
  const { say } = useResults()
  const changing = useAction()
  const again = ref<() => unknown>()
  /** The action that is being changed. */
  const current = ref<number>()

  async function change(work: () => Promise<QueueSummary>, said: string, id?: number) {
    if (changing.busy.value) return
    current.value = id
    again.value = () => change(work, said, id)
    const isDone = await changing.run(async () => {
      queue.put(account, await work())
      say(said)
    })
    // What could not be changed has often moved on meanwhile.
    await reload()
    return isDone
  }

  const outbox = () => latchkey(account).outbox

  function takeBack(one: QueuedAction) {
    const words = `${orderWords(one)}: taken back, nothing was sent.`
    return change(() => outbox().cancel({ ids: [one.id] }), words, one.id)
  }

  function sendNow(one: QueuedAction) {
    const words = `${orderWords(one)}: sent without waiting.`
    return change(() => outbox().sendNow({ ids: [one.id] }), words, one.id)
  }

  /** Looks sooner at what became of something whose answer never came. */
  function look(one: QueuedAction) {
    const words = `${orderWords(one)}: Latchkey looks what became of it.`
    return change(() => outbox().sendNow({ ids: [one.id] }), words, one.id)
  }

  function retry(one: QueuedAction) {
    const words = `${orderWords(one)}: ordered again.`
    return change(() => outbox().retry({ ids: [one.id] }), words, one.id)
  }

  function decide(one: QueuedAction, decision: 'apply' | 'drop') {
    const words = decision === 'apply' ? 'goes on.' : 'is let be, nothing was sent.'
    return change(
      async () => {
        await outbox().decide({ id: one.id, decision })
        return outbox().summary()
      },
      `${orderWords(one)}: ${words}`,
      one.id,
    )
  }

  function hold(held: boolean) {
    const words = held
      ? 'All sending is held. Nothing leaves until you let it go on.'
      : 'Sending goes on.'
    return change(() => outbox().hold({ held }), words)
  }

  function sendAllNow() {
    const states: QueueState[] = ['held', 'ready']
    return change(async () => {
      const ids = await idsOf(states)
      return ids.length ? outbox().sendNow({ ids }) : outbox().summary()
    }, 'All that waits is sent now.')
  }

  async function idsOf(states: QueueState[]): Promise<number[]> {
    const ids = new Set<number>()
    for (let total = 1, offset = 0; offset < total;) {
      const page = await outbox().list({ states, offset })
      for (const { id } of page.items) ids.add(id)
      total = page.total
      offset += Math.max(1, page.items.length)
    }
    return [...ids]
  }

  return { changing, current, again, takeBack, sendNow, look, retry, decide, hold, sendAllNow }
}
