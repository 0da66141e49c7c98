/** Signs of spam, none of which is conclusive. */
export const spamReasons = ['neverSignedIn', 'unconfirmed', 'link', 'burst', 'digits'] as const
export type SpamReason = (typeof spamReasons)[number]
/** The default number of sign-ups from one email domain within a day that are considered a burst. */
export const defaultBurst = 5
/** The number of digits that is suspicious in a username, if they make up at least a third of it. */
export const manyDigits = 4
