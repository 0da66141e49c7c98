import { type Text, message } from '../messages/message.ts'

/** Latchkey's built-in plans, including the one that edits fields. */
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

/** The name of a plan: translated for built-in plans, as entered by an administrator for others. */
export function planName(plan: { name: string; builtIn?: BuiltInPlanId | undefined }): Text {
  return plan.builtIn ? message(`plans.name_${plan.builtIn}`) : plan.name
}

/** Handling of a user's later steps when a step fails or needs review. */
export const failurePolicies = ['stop', 'review', 'continue'] as const
