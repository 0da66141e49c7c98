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

/** A plan's name: translated for a built-in plan, otherwise as an administrator entered it. */
export function planName(plan: { name: string; builtIn?: BuiltInPlanId | undefined }): Text {
  return plan.builtIn ? message(`plans.name_${plan.builtIn}`) : plan.name
}

/** How to handle a user's later steps when a step fails or needs review. */
export const failurePolicies = ['stop', 'review', 'continue'] as const
