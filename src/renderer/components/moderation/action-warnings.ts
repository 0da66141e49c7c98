import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import { isBot, moderationRules } from '../../../shared/rules/moderation.ts'
import { userFigures } from '../../../shared/rules/user-figures.ts'
import type { LatchkeyClient } from '../../bridge/latchkey.ts'
import type { UserSnapshot } from './use-moderation.ts'

/** What is known about an action’s target. */
export type ActionTarget = UserSnapshot

/** Something unusual about a target. */
export type ActionWarning =
  'oneself' | 'administrator' | 'lastAdministrator' | 'oneAdministratorLeft' | 'bot'

/** Whether an action ends a user’s access to the instance. */
export function endsAccess(action: ModerationAction): boolean {
  const { resultingState } = moderationRules[action]
  return resultingState !== undefined && resultingState !== 'active'
}

/** Lists what’s unusual about a target. `activeAdministrators` includes the target; undefined if unknown. */
export function actionWarnings(
  action: ModerationAction,
  user: ActionTarget,
  { ownId, activeAdministrators }: { ownId?: number; activeAdministrators?: number },
): ActionWarning[] {
  const warnings: ActionWarning[] = []
  if (user.id === ownId) warnings.push('oneself')
  if (!endsAccess(action)) return warnings
  if (user.is_admin) {
    const isOneOfTwo = user.state === 'active' && activeAdministrators === 2
    const isLast = user.state === 'active' && activeAdministrators === 1
    if (isLast) warnings.push('lastAdministrator')
    else warnings.push(isOneOfTwo ? 'oneAdministratorLeft' : 'administrator')
  }
  if (isBot(user)) warnings.push('bot')
  return warnings
}

/** Counts the administrators who can sign in; undefined until the local copy is complete. */
export async function countAdministrators(
  latchkey: LatchkeyClient,
  account: string,
): Promise<number | undefined> {
  const filters = [{ ...userFigures.admins, states: ['active'] }]
  const [count] = await latchkey(account).directory.count({ filters })
  return count ?? undefined
}
