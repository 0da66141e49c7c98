/** Limits that both the page and the operations check. Text length is in characters. */

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
/** Rules of an account, the users in one proposal, and the listed IDs that a rule’s filter may have. */
export const rulesLimit = 30
export const proposedUsersLimit = 1000
export const ruleIdsLimit = 200
/** Saved views of the directory. */
export const viewsLimit = 100
export const planNameLimit = 60
export const planStepsLimit = 20
export const statusMessageLimit = 100

/** The maximum number of one-click statuses. */
export const maxStatusPresets = 20
/** Weekly statuses and quiet hours of an account. */
export const maxScheduledStatuses = 20
/** Statuses of an account for single times. */
export const maxOneTimeStatuses = 20
/** A calendar, in bytes. */
export const calendarBytes = 10 * 1024 * 1024
export const calendarAddressLimit = 2048
export const runnerNoteLimit = 1024
/** A search text, which may have several lines. */
export const searchLimit = 10_000

/** An avatar, in bytes. */
export const avatarLimit = 204_800
/** An SSH key file, in bytes. */
export const localKeyFileLimit = 64 * 1024
/** A GPG key file, in bytes. */
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

/** Onboarding files: rows, columns, total cells, characters per cell, and characters in the file. */
export const onboardingRowLimit = 5000
export const onboardingColumnLimit = 200
export const onboardingCellLimit = 250_000
export const onboardingCellTextLimit = 10_000
export const onboardingTextLimit = 4 * 1024 * 1024
/** A list of usernames, emails and IDs. */
export const userListLimit = 1024 * 1024

/** Spam candidates that can be selected or marked at once. */
export const spamSelectionLimit = 500

/** Users that are selected one by one. “All matching” has no limit. */
export const selectionLimit = 400_000
/** Rows of a review per call. */
export const reviewRowsAtOnce = 200
/** How long the ID of an item of a review can be. */
export const reviewItemIdLimit = 1000
/** How long a file with a reviewer’s answers can be. */
export const answersLimit = 8 * 1024 * 1024
/** How many reviewers a review can have. */
export const reviewersLimit = 100
/** Users on one evidence sheet. A report includes all users. */
export const evidenceUsersLimit = 200
