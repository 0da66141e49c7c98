import { isIrreversible, moderationActions } from '../../../../shared/rules/moderation.ts'
import type { ModerationAction } from '../../../../shared/rules/moderation.ts'
import { actionLabel } from '../../../components/moderation/moderation-messages.ts'

/** All actions as options. */
export function actionChoices() {
  return moderationActions.map((value) => ({
    value,
    label: actionLabel(value),
    isDangerous: isIrreversible(value),
  }))
}

/** Parses an action from the URL; undefined if it isn’t one. */
export function parseAction(text: unknown): ModerationAction | undefined {
  return moderationActions.find((action) => action === text)
}
