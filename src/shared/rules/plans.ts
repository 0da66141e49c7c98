import { type Text, message } from '../messages/message.ts'

/** The plans that Latchkey provides, including the edit of fields. */
export const builtInPlanIds = [
  'offboard',
  'spam',
  'dormant',
  'temporary',
  'blockUntil',
  'deactivateOn',
  'deleteOn',
  'edit',
] as const
export type BuiltInPlanId = (typeof builtInPlanIds)[number]

/** The name of a plan: of a built-in one in the current language, of others as its administrator wrote it. */
export function planName(plan: { name: string; builtIn?: BuiltInPlanId | undefined }): Text {
  return plan.builtIn ? message(`plans.name_${plan.builtIn}`) : plan.name
}

/** What happens to the later steps of a user when a step fails or needs review. */
export const failurePolicies = ['stop', 'review', 'continue'] as const
