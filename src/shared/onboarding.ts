/** The fields of a new user that a column can hold, by their names in the API. There is none for passwords: each user gets a link. */
export const onboardingFields = [
  'username',
  'name',
  'email',
  'admin',
  'external',
  'can_create_group',
  'projects_limit',
  'skip_confirmation',
  'note',
  'organization',
  'location',
  'provider',
  'extern_uid',
] as const
export type OnboardingField = (typeof onboardingFields)[number]

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
