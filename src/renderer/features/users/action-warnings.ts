import type { ModerationAction } from '../../../shared/moderation.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { UserSnapshot } from '../../data/moderation/use-moderation.ts'

/** A user about to be acted on, as far as they are known. */
export type ActionTarget = UserSnapshot & { is_admin?: boolean | null }

/** Actions after which a user can no longer use the instance. */
const endingActions: readonly ModerationAction[] = [
  'block',
  'ban',
  'deactivate',
  'reject',
  'delete',
  'hard_delete',
]

/** What is unusual about acting on a user. `activeAdministrators` includes this user; undefined if it isn't known. */
export function actionWarnings(
  action: ModerationAction,
  user: ActionTarget,
  { ownId, activeAdministrators }: { ownId?: number; activeAdministrators?: number },
): MessageId[] {
  const endsAccess = endingActions.includes(action)
  const warnings: MessageId[] = []
  if (user.id === ownId) warnings.push('user.warnOneself')
  if (user.is_admin && endsAccess) {
    const isOneOfTwo = user.state === 'active' && activeAdministrators === 2
    const isLast = user.state === 'active' && activeAdministrators === 1
    if (isLast) warnings.push('user.warnLastAdministrator')
    else warnings.push(isOneOfTwo ? 'user.warnOneAdministratorLeft' : 'user.warnAdministrator')
  }
  if (user.bot && endsAccess) warnings.push('user.warnBot')
  return warnings
}
