import type { QueueState } from '../../../../shared/rules/item-states.ts'
import { moderationRules } from '../../../../shared/rules/moderation.ts'
import type { StoredAction } from './file-of-actions.ts'

/** The stored actions by ID. */
export type QueueSnapshot = ReadonlyMap<number, StoredAction>

/** An edit that the user makes to the queue. Any other change it causes is an error. */
export type Edit =
  | { kind: 'enqueue'; action: StoredAction['action']; target: number }
  /** The actions that may change; if absent, all of them. */
  | { kind: OtherEdit; ids?: readonly number[] }

type OtherEdit =
  | 'bulk'
  | 'cancel'
  | 'cancelAll'
  | 'sendNow'
  | 'sendAllNow'
  | 'retry'
  | 'apply'
  | 'drop'
  | 'reason'
  | 'move'
  | 'pause'
  | 'run'
  | 'readAgain'
  | 'prune'

type Transitions = Partial<Record<QueueState, readonly QueueState[]>>

/** The states into which time, the sender or a restart may move an action. */
const automaticTransitions: Transitions = {
  undoable: ['undoable', 'ready', 'sending', 'unknown', 'done', 'refused', 'conflict', 'expired'],
  ready: ['ready', 'sending', 'unknown', 'done', 'refused', 'conflict', 'expired'],
  sending: ['ready', 'sending', 'unknown', 'done', 'refused', 'conflict', 'expired'],
  unknown: ['ready', 'sending', 'unknown', 'done', 'refused', 'conflict', 'expired'],
}

const unsent: readonly QueueState[] = ['undoable', 'ready']
const finished: readonly QueueState[] = ['done', 'refused', 'expired', 'cancelled']

/** The states into which an edit may move an action. */
const editTransitions: Partial<Record<Edit['kind'], Transitions>> = {
  cancel: { undoable: ['cancelled'], ready: ['cancelled'], conflict: ['cancelled'] },
  cancelAll: { undoable: ['cancelled'], ready: ['cancelled'], scheduled: ['cancelled'] },
  run: { undoable: ['cancelled'], ready: ['cancelled'], conflict: ['cancelled'] },
  sendNow: { undoable: ['ready'] },
  sendAllNow: { undoable: ['ready'] },
  // If the service accepted the dropped deletion, only the check continues.
  retry: {
    refused: ['undoable', 'ready'],
    expired: ['undoable', 'ready'],
    cancelled: ['undoable', 'ready', 'unknown'],
  },
  readAgain: { done: ['ready'], cancelled: ['ready'] },
  apply: {
    conflict: ['undoable', 'ready'],
    expired: ['undoable', 'ready'],
    unknown: ['undoable', 'ready'],
  },
  drop: { conflict: ['cancelled'], expired: ['cancelled'], unknown: ['cancelled'] },
}

/** The errors between two reads if there was no edit between them. */
export function errorsWithoutEdit(before: QueueSnapshot, after: QueueSnapshot): string[] {
  return [...before.values()].flatMap((old) => {
    const now = after.get(old.id)
    if (!now) return [`${describeAction(old)} is gone`]
    // A new user has no ID until they are created.
    const isOther = old.target !== null && now.target !== old.target
    if (isOther || now.action !== old.action) return [`${describeAction(old)} is another`]
    // The action was in flight when its run was canceled, and didn't happen.
    const isStopped = now.state === 'cancelled' && now.run === 'cancelled'
    if (isStopped && (old.state === 'sending' || old.state === 'unknown')) return []
    const allowed = automaticTransitions[old.state] ?? [old.state]
    return allowed.includes(now.state)
      ? []
      : [`${describeAction(old)} became ${now.state} by itself`]
  })
}

/** The errors between two reads with one edit between them. `isAlone`: nothing else could happen between them. */
export function editErrors(
  before: QueueSnapshot,
  after: QueueSnapshot,
  edit: Edit,
  isAlone = true,
): string[] {
  const mayMove = (old: StoredAction, now: StoredAction) => {
    if (canBecome(old, now.state, edit)) return true
    // “Cancel all” also cancels a run's conflicts.
    const isOfRun = edit.kind === 'cancelAll' && now.run === 'cancelled'
    if (isOfRun && old.state === 'conflict' && now.state === 'cancelled') return true
    const byItself = isAlone ? [] : (automaticTransitions[old.state] ?? [])
    if (byItself.includes(now.state)) return true
    if (isAlone) return false
    // An action that didn't happen becomes ready and is canceled. A requeued one may be sent immediately.
    const isReady = byItself.includes('ready') && !finished.includes(old.state)
    if (isReady && canBecome({ ...old, state: 'ready' }, now.state, edit)) return true
    return canBecome(old, 'ready', edit) && automaticTransitions.ready!.includes(now.state)
  }
  const wrong: string[] = []
  for (const old of before.values()) {
    const now = after.get(old.id)
    const isGone = now === undefined
    if (isGone && edit.kind === 'prune' && finished.includes(old.state)) continue
    if (isGone) wrong.push(`${describeAction(old)} is gone by ${edit.kind}`)
    else if (now.state !== old.state && !mayMove(old, now)) {
      wrong.push(`${describeAction(old)} became ${now.state} by ${edit.kind}`)
    }
  }
  for (const now of after.values()) {
    if (before.has(now.id)) continue
    const isOrdered = edit.kind === 'bulk' || (edit.kind === 'enqueue' && isMeant(now, edit))
    const wasSent = !isAlone && !finished.includes(now.state)
    if (!isOrdered || !(wasSent || [...unsent, 'cancelled'].includes(now.state))) {
      wrong.push(`${describeAction(now)} came by ${edit.kind}`)
    }
  }
  const lanes = edit.kind === 'move' ? lanesOf(before) : []
  const kept = lanesOf(after)
  for (const lane of lanes) if (!kept.includes(lane)) wrong.push(`the order ${lane} was changed`)
  return wrong
}

function isMeant(now: StoredAction, { action, target }: { action: string; target: number }) {
  return now.action === action && now.target === target
}

function canBecome(old: StoredAction, state: QueueState, edit: Edit): boolean {
  if (edit.kind === 'enqueue') {
    if (state !== 'cancelled' || old.target !== edit.target) return false
    // Canceled by its opposite, or requeued to replace a conflict.
    const isOpposite = moderationRules[old.action].undoneBy === edit.action
    return unsent.includes(old.state)
      ? isOpposite
      : old.state === 'conflict' && old.action === edit.action
  }
  const isMeant = edit.ids === undefined || edit.ids.includes(old.id)
  return isMeant && (editTransitions[edit.kind]?.[old.state] ?? []).includes(state)
}

/** Each user's unfinished actions, in order. */
function lanesOf(standing: QueueSnapshot): string[] {
  const lanes = new Map<number, number[]>()
  const open = [...standing.values()].filter(({ state }) =>
    [...unsent, 'sending', 'unknown'].includes(state),
  )
  for (const { id, target } of open.toSorted((a, b) => a.position - b.position)) {
    lanes.set(target, [...(lanes.get(target) ?? []), id])
  }
  return [...lanes].map(([target, ids]) => `${target}: ${ids.join(', ')}`)
}

function describeAction({ id, action, target, state }: StoredAction): string {
  return `action ${id}, ${action} of ${target}, ${state},`
}
