import type { StatusDraft } from '../../../../shared/operations/own-status.ts'
import { type Message, message } from '../../../../shared/messages/message.ts'
import type { UserStatus } from '../../../../shared/gitlab/current-user.ts'
import { longerDuration } from '../../../../shared/rules/status-durations.ts'
import { statusAt, statusEnd } from '../../../../shared/rules/status-end.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import type { OwnStatus } from '../own-status.ts'
import { defaultEmoji, isSameStatus } from '../status-fields.ts'
import type { PlannedSpan } from './plan.ts'
import type {
  StoredStatusEnding,
  ReplacedStatus,
  StatusTimesFile,
  StoredWaitingStatus,
} from './times-file.ts'

/** How late a scheduled status may be and still replace another one. */
const maxDelayMs = 5 * 60_000

interface Ports {
  ownStatus: Pick<OwnStatus, 'get' | 'set' | 'clear' | 'restore'>
  now: number
}

/**
 * Clears a due status or restores the previous one. Leaves a different status alone. Returns the next status to end.
 */
export async function endStatus(
  gitlab: GitLabClient,
  { status, before, beforeEndsAt }: StoredStatusEnding,
  { ownStatus, now }: Ports,
): Promise<StoredStatusEnding | undefined> {
  if (!before || (beforeEndsAt ?? Infinity) <= now) {
    const isGone = (statusEnd(status) ?? Infinity) <= now
    if (!isGone) await ownStatus.clear(gitlab, status)
    return undefined
  }
  const { now: restored, left } = await ownStatus.restore(gitlab, before, status, beforeEndsAt)
  const isTimed = beforeEndsAt !== undefined && left.length === 0
  return isTimed ? { at: beforeEndsAt, status: restored } : undefined
}

interface BeginStatusOptions extends Ports {
  span: PlannedSpan
  file: StatusTimesFile
  /** Called if a status set by hand stays, with its end (ms since 1970). */
  onKept(until: number | undefined): void
  /** Called just before the status is sent. */
  willSend(replaced: ReplacedStatus): void
}

/**
 * Sets the active span's status. If it's late, or a status set by hand stays, leaves a different status alone. Returns
 * the next status to end.
 */
export async function beginStatus(
  gitlab: GitLabClient,
  { span, file: { ending, sending }, ownStatus, now, onKept, willSend }: BeginStatusOptions,
): Promise<StoredStatusEnding | undefined> {
  const { id, status, source } = span
  const planned = { at: span.to, isScheduled: true, source, plannedId: id }
  const currentStatus = await ownStatus.get(gitlab)
  if (isSameDraft(currentStatus, status)) {
    // Otherwise another computer with the same schedule has set it, and will end it.
    const isOurs = sending?.id === id && sending.from === span.from
    const { before, beforeEndsAt } = sending ?? {}
    return isOurs ? { ...planned, status: currentStatus, before, beforeEndsAt } : ending
  }
  const hasOther = !isEmpty(currentStatus)
  if (hasOther && now - span.from > maxDelayMs) return ending
  const ours = ending && isSameStatus(ending.status, currentStatus) ? ending : undefined
  const beforeEndsAt = ours ? ours.at : statusEnd(currentStatus)
  if (hasOther && !span.restores && !ours?.isScheduled) {
    onKept(beforeEndsAt)
    return ending
  }
  const replaced = hasOther ? { before: currentStatus, beforeEndsAt } : {}
  willSend(replaced)
  const clear = longerDuration(span.to - now)
  // Others would be offered again with every meeting.
  const remembered = source === 'schedule' ? 'never' : null
  const set = await ownStatus.set(gitlab, { ...status, clear, base: currentStatus }, remembered)
  if (set.outcome !== 'saved') return ending
  return { ...planned, status: set.now, ...replaced }
}

interface SendWaitingOptions extends Ports {
  waiting: StoredWaitingStatus
  /** False once another status is selected or this one is canceled. */
  isWanted(): boolean
}

/**
 * Sets a waiting status unless the service's status has changed since it was selected. Returns the next status to end,
 * or why it wasn't set.
 */
export async function sendWaiting(
  gitlab: GitLabClient,
  { waiting: { status, endsAt, base }, isWanted, ownStatus, now }: SendWaitingOptions,
): Promise<{ ending: StoredStatusEnding | undefined } | { problem: Message } | undefined> {
  if (endsAt !== undefined && endsAt <= now) return { problem: message('status.waitedTooLong') }
  const endingOf = (set: UserStatus) => ({
    ending: endsAt === undefined ? undefined : { at: endsAt, status: set },
  })
  const currentStatus = await ownStatus.get(gitlab)
  if (!isSameStatus(statusAt(base, now), currentStatus)) {
    // The response to an earlier attempt may have been lost.
    return isSameDraft(currentStatus, status) ? endingOf(currentStatus) : { problem: changed() }
  }
  if (!isWanted()) return undefined
  const clear = endsAt === undefined ? 'never' : longerDuration(endsAt - now)
  const set = isEmptyDraft(status)
    ? await ownStatus.clear(gitlab, currentStatus)
    : await ownStatus.set(gitlab, { ...status, clear, base: currentStatus }, 'never')
  return set.outcome === 'saved' ? endingOf(set.now) : { problem: changed() }
}

const changed = () => message('status.changedWhileWaiting')

function isEmptyDraft({ emoji, message: text, busy }: StatusDraft): boolean {
  return !emoji && !text && !busy
}

function isEmpty({ emoji, message: text, availability }: UserStatus): boolean {
  return !emoji && !text && availability !== 'busy'
}

function isSameDraft(currentStatus: UserStatus, status: StatusDraft) {
  if (isEmptyDraft(status)) return isEmpty(currentStatus)
  const { emoji, message: text, availability } = currentStatus
  const isBusy = availability === 'busy'
  return (
    emoji === (status.emoji || defaultEmoji) && text === status.message && isBusy === status.busy
  )
}
