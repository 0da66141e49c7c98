// What can happen to an item of the queue, as a table of its states and events. Everything that moves an item from one
// state to another reads its next state here; `docs/item-states.md` shows it as a diagram.

/** How an attempt can end. Each outcome can come in every state that an attempt may have reached by then. */
const attempted = {
  done: 'done',
  refused: 'refused',
  conflict: 'conflict',
  /** It was sent, but the response was lost. */
  unknown: 'unknown',
  /** It wasn't carried out, and is tried again later. */
  delayed: 'ready',
  /** A lookup showed that it hadn't been carried out. */
  again: 'ready',
} as const

const queued = ['scheduled', 'undoable', 'ready', 'unknown'] as const

/**
 * The states of an item, and the next state for each event that can happen in it: `scheduled` until its date, `undoable`
 * while it can be undone, then `ready`, `sending`, and finally one of the others. `unknown` means that it was sent but got
 * no response. `conflict` needs a decision, because the user has changed.
 */
const table = {
  scheduled: { wake: 'ready', ask: 'conflict', cancel: 'cancelled', repair: 'ready' },
  undoable: {
    wake: 'ready',
    ask: 'conflict',
    expire: 'expired',
    cancel: 'cancelled',
    drop: 'cancelled',
    repair: 'ready',
  },
  ready: {
    send: 'sending',
    ask: 'conflict',
    expire: 'expired',
    cancel: 'cancelled',
    drop: 'cancelled',
    repair: 'ready',
    ...attempted,
  },
  sending: { interrupt: 'unknown', repair: 'unknown', ...attempted },
  unknown: { drop: 'cancelled', requeue: queued, repair: 'unknown', ...attempted },
  conflict: { cancel: 'cancelled', drop: 'cancelled', requeue: queued, repair: 'ready' },
  done: { requeue: queued, restart: 'ready' },
  refused: { requeue: queued, restart: 'ready' },
  expired: { drop: 'cancelled', requeue: queued, restart: 'ready' },
  cancelled: { requeue: queued, restart: 'ready' },
} as const

export type QueueState = keyof typeof table
export const queueStates = Object.keys(table) as QueueState[]

/**
 * What can happen to an item. `wake`: its date has come, or its undo period is over. `ask`: it needs a decision first.
 * `send`: its request is about to be sent. `interrupt`: nothing waits for its response anymore. `cancel`: it won't be sent.
 * `drop`: the same, decided for this item. `requeue`: it gets a new place in the queue. `restart`: its user is read again.
 * `repair`: its row was edited or damaged. The others are outcomes of an attempt.
 */
export type ItemEvent = { [State in QueueState]: keyof (typeof table)[State] }[QueueState]
export const itemEvents = [...new Set(Object.values(table).flatMap(Object.keys))] as ItemEvent[]

const moves: Record<
  QueueState,
  Partial<Record<ItemEvent, QueueState | readonly QueueState[]>>
> = table

/** The states that an event can lead to from this one; none if it can't happen. */
export function nextStates(state: QueueState, event: ItemEvent): readonly QueueState[] {
  return [moves[state][event] ?? []].flat()
}

/** The states in which an event can happen. */
export function statesBefore(event: ItemEvent): QueueState[] {
  return queueStates.filter((state) => moves[state][event] !== undefined)
}

/** States of unsent items whose waiting is over or can be ended. */
export const unsentStates: readonly QueueState[] = statesBefore('expire')
/** States of unsent items that don't need a decision. */
export const pendingStates: readonly QueueState[] = statesBefore('ask')
/** States of finished items. */
export const finishedStates: readonly QueueState[] = statesBefore('restart')
/** States of unfinished items that don't need a decision. */
export const unfinishedStates: readonly QueueState[] = queueStates.filter(
  (state) => state !== 'conflict' && !finishedStates.includes(state),
)
/** Those that don't wait for a date. */
export const openStates: readonly QueueState[] = unfinishedStates.filter(
  (state) => state !== 'scheduled',
)

/** How many items are in these states. */
export function countInStates(
  counts: Partial<Record<QueueState, number>>,
  states: readonly QueueState[],
): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}
