/** Signs of spam; none of them proves anything. */
export const spamReasons = ['neverSignedIn', 'unconfirmed', 'link', 'burst', 'digits'] as const
export type SpamReason = (typeof spamReasons)[number]
/** The default number of sign-ups from one email domain within a day that count as a burst. */
export const usualBurst = 5
/** The number of digits in a username that counts as many, if they are at least a third of it. */
export const manyDigits = 4
