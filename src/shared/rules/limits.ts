/** Sizes that the page and the tables of operations both check. Text is counted in characters. */

/** Names of users, tokens and files, titles of keys, and values that a list is filtered by. */
export const nameLimit = 255
export const bioLimit = 255
/** Labels of accounts, and names of views of the directory. */
export const labelLimit = 60
export const accessTokenLimit = 1024
export const tokenDescriptionLimit = 255
/** Why an administrator does something, as the audit log keeps it. */
export const reasonLimit = 1000
export const noteLimit = 10_000
/** Plans that an administrator made, their names and their steps. */
export const ownPlansLimit = 50
export const planNameLimit = 60
export const planStepsLimit = 20
export const statusMessageLimit = 100

/** Statuses to set in one click, at most. */
export const maxStatusPresets = 20
/** Weekly statuses and quiet hours of an account. */
export const maxScheduledStatuses = 20
export const runnerNoteLimit = 1024
/** A search, which may have several lines. */
export const searchLimit = 10_000

/** Bytes of a picture. */
export const avatarLimit = 204_800
/** Bytes of a file of SSH keys. */
export const localKeyFileLimit = 64 * 1024
/** Bytes of a file of GPG keys. */
export const gpgKeyFileLimit = 512 * 1024

/** Pictures, queued actions, rows of the directory and entries of the audit log in one call. */
export const avatarsAtOnce = 100
export const actionsAtOnce = 100
export const usersPerPage = 100
export const entriesAtOnce = 100
/** Files of SSH and GPG keys that are read at once, and keys that are imported at once. */
export const localKeysAtOnce = 5000
export const gpgKeysAtOnce = 500
export const importedKeysAtOnce = 20_000

/** Rows of a file of new users, columns of a row, cells of all rows, and characters of a cell and of the file. */
export const onboardingRowLimit = 5000
export const onboardingColumnLimit = 200
export const onboardingCellLimit = 250_000
export const onboardingCellTextLimit = 10_000
export const onboardingTextLimit = 4 * 1024 * 1024
/** Characters of a list of usernames, emails and IDs. */
export const userListLimit = 1024 * 1024

/** Candidates of the spam sweep that can be selected or marked at once, and users who are remembered as no spam. */
export const spamSelectionLimit = 500
export const spamMarksLimit = 20_000

/** Users of a review, and rows of it in one call. */
export const maxReviewedUsers = 20_000
export const reviewRowsAtOnce = 200
/** Users on one sheet of evidence; a report has all. */
export const evidenceUsersLimit = 200
