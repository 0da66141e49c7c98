/** What depends on a user and may stop when they are blocked. */
export const dependentKinds = [
  'token',
  'ownership',
  'schedule',
  'runner',
  'service_account',
] as const
export type DependentKind = (typeof dependentKinds)[number]

/** Kinds that Latchkey can hand over to another user. */
export const handedOverKinds = ['ownership', 'schedule', 'service_account'] as const

/**
 * What to do about something: hand it over before the block; `ask` the successor to do so; let it `stop`; or decide
 * `later`.
 */
export const dependentDecisions = ['hand_over', 'ask', 'stop', 'later'] as const
export type DependentDecision = (typeof dependentDecisions)[number]

/** How many answers a plan can have. */
export const dependentAnswersLimit = 500

/** How many users in a plan are read. */
export const readUsersLimit = 10

/** The days in which the use of a token counts as recent. */
export const recentUseDays = 14

/** The custom attribute of a service account that names the user who looks after it. */
export const ownerAttribute = 'owner'
