import { moderationActions } from '../../../../shared/moderation.ts'
import type { ModerationAction } from '../../../../shared/moderation.ts'
import { actionWords } from '../../../data/moderation/moderation-messages.ts'

/** Every action as a choice. */
export const actionChoices = moderationActions.map((value) => ({
  value,
  label: actionWords[value].label,
}))

/** The action that an address names; nothing for any other text. */
export function actionNamed(text: unknown): ModerationAction | undefined {
  return moderationActions.find((action) => action === text)
}

/** Whether what was typed is this number, in whatever way people group its digits. */
export function isCountTyped(typed: string, count: number): boolean {
  return /^\d[\d.,'’\s]*$/.test(typed.trim()) && typed.replace(/\D/g, '') === String(count)
}
