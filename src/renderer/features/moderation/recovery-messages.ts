import type { QueueRecovery } from '../../../shared/app/queue.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'
import { actionWords } from '../../data/moderation/moderation-messages.ts'
import { queueStateLook } from '../../data/moderation/queue-messages.ts'

export function missingTitle(count: number): string {
  return count === 1
    ? '1 action is missing from the queue.'
    : `${count.toLocaleString()} actions are missing from the queue.`
}

/** "Block @kim (was: Done)" */
export function missingWords({
  action,
  username,
  state,
}: NonNullable<QueueRecovery['known']>[number]): string {
  const label = actionWords[action as ModerationAction]?.label ?? action
  const was = (queueStateLook as Partial<typeof queueStateLook>)[state as 'done']?.label ?? state
  return `${label} @${username} (was: ${was})`
}
