import type { QueueRecovery } from '../../../shared/app/queue.ts'
import type { ModerationAction } from '../../../shared/moderation.ts'
import { moderationActions } from '../../../shared/moderation.ts'
import { actionLabel } from '../../data/moderation/moderation-messages.ts'
import { queueStateLook } from '../../data/moderation/queue-messages.ts'
import { t } from '../../ui/messages.ts'

/** "Block @kim (was: Done)" */
export function formatMissing({
  action,
  username,
  state,
}: NonNullable<QueueRecovery['known']>[number]): string {
  const isKnown = moderationActions.includes(action as ModerationAction)
  const look = (queueStateLook as Partial<typeof queueStateLook>)[state as 'done']
  return t('recovery.missingAction', {
    action: isKnown ? actionLabel(action as ModerationAction) : action,
    username,
    state: look ? t(look.label) : state,
  })
}
