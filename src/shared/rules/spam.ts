/** Signs of spam; none of them proves anything. */
export const spamReasons = ['neverSignedIn', 'unconfirmed', 'link', 'burst', 'digits'] as const
export type SpamReason = (typeof spamReasons)[number]
/** Sign-ups from one email domain within a day that count as a burst, unless another number is chosen. */
export const usualBurst = 5
/** Digits in a username that count as many, if they are at least a third of it. */
export const manyDigits = 4
