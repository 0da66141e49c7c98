/** Limits checked by both the page and the operations. Text is counted in characters. */

/** Names of users, tokens and files, titles of keys, and filter values. */
export const nameLimit = 255
export const bioLimit = 255
/** Labels of accounts and names of directory views. */
export const labelLimit = 60
export const accessTokenLimit = 1024
export const tokenDescriptionLimit = 255
/** An administrator's reason in the audit log. */
export const reasonLimit = 1000
export const noteLimit = 10_000
/** Custom plans, their names and their steps. */
export const ownPlansLimit = 50
export const planNameLimit = 60
export const planStepsLimit = 20
export const statusMessageLimit = 100

/** The maximum number of one-click statuses. */
export const maxStatusPresets = 20
/** Weekly statuses and quiet hours of an account. */
export const maxScheduledStatuses = 20
export const runnerNoteLimit = 1024
/** A search, which may have several lines. */
export const searchLimit = 10_000

/** Bytes of an avatar. */
export const avatarLimit = 204_800
/** Bytes of an SSH key file. */
export const localKeyFileLimit = 64 * 1024
/** Bytes of a GPG key file. */
export const gpgKeyFileLimit = 512 * 1024

/** Avatars, queued actions, directory rows and audit log entries per call. */
export const avatarsAtOnce = 100
export const actionsAtOnce = 100
export const usersPerPage = 100
export const entriesAtOnce = 100
/** SSH and GPG key files read at once, and keys imported at once. */
export const localKeysAtOnce = 5000
export const gpgKeysAtOnce = 500
export const importedKeysAtOnce = 20_000

/** For an onboarding file: rows, columns, total cells, characters per cell and in the file. */
export const onboardingRowLimit = 5000
export const onboardingColumnLimit = 200
export const onboardingCellLimit = 250_000
export const onboardingCellTextLimit = 10_000
export const onboardingTextLimit = 4 * 1024 * 1024
/** Characters of a list of usernames, emails and IDs. */
export const userListLimit = 1024 * 1024

/** Spam candidates that can be selected or marked at once, and users remembered as not spam. */
export const spamSelectionLimit = 500
export const spamMarksLimit = 20_000

/** Users of a review, and its rows per call. */
export const maxReviewedUsers = 20_000
export const reviewRowsAtOnce = 200
/** Users on one evidence sheet; a report has all. */
export const evidenceUsersLimit = 200
