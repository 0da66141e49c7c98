/** The folders below which repositories are looked for. */
export const repositoryFolderLimit = 20
/** Repositories of one scan, folders that it looks into, and how deep they may be below those that were chosen. */
export const repositoryLimit = 5000
export const visitedFolderLimit = 200_000
export const repositoryDepthLimit = 10
/** How long (ms) a scan may take. */
export const repositoryScanMs = 60_000
/** Repositories whose identities are read in one call. */
export const identitiesAtOnce = 50

/** Commits that a repository hasn’t pushed and that are looked at, at most. */
export const unpushedLimit = 200

/** What a commit that isn’t pushed has otherwise than the next one would: its author, its committer, or no signature. */
export const unpushedFindings = ['author', 'committer', 'unsigned'] as const

export const repositoryKinds = ['clone', 'worktree', 'submodule', 'bare'] as const

/**
 * Why a repository can't be read: its files are another user's, they can't be opened or understood, git took too long, it is gone since
 * the scan, or git isn't installed.
 */
export const repositoryProblems = [
  'other-owner',
  'unreadable',
  'timed-out',
  'gone',
  'git-missing',
] as const

/** Why a scan ended before it had seen everything. */
export const scanLimits = ['canceled', 'too-many', 'too-deep', 'timed-out'] as const

/** Why a folder that was chosen wasn't looked into. */
export const scannedFolderProblems = ['missing', 'unreadable', 'not-in-home'] as const

/**
 * Why commits in a repository won't be shown as verified, the most important first, and what that means: they won't (`failed`), or
 * it can't be said (`unknown`).
 */
export const verificationProblems = {
  /** Git would refuse a commit. */
  'no-name': 'failed',
  'no-email': 'failed',
  'email-not-on-account': 'failed',
  'email-not-confirmed': 'failed',
  unsigned: 'failed',
  /** What signs isn’t installed. */
  'program-missing': 'failed',
  /** No key is set, or its private half isn’t here. */
  'key-missing': 'failed',
  'key-not-on-account': 'failed',
  'key-cannot-sign': 'failed',
  'key-expired': 'failed',
  'key-revoked': 'failed',
  /** The GPG key doesn’t name the email. */
  'email-not-in-key': 'failed',
  /** Commits are signed by a program that Latchkey doesn’t run or know, such as one of the repository’s own. */
  'unknown-signer': 'unknown',
  /** No account of the remote’s host is signed in here. */
  'no-account': 'unknown',
  /** The account couldn’t be read. */
  'account-not-read': 'unknown',
} as const
export type VerificationProblem = keyof typeof verificationProblems
