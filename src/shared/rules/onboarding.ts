/** What has come of a row. `unknown` was sent and got no answer: the user is looked up before anything is sent again. */
export const onboardingRowStates = [
  'pending',
  'sending',
  'unknown',
  'created',
  'failed',
  'cancelled',
] as const
export type OnboardingRowState = (typeof onboardingRowStates)[number]
