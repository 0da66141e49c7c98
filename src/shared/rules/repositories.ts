/** The maximum number of folders to search for repositories. */
export const repositoryFolderLimit = 20
/** Limits of one scan: repositories, visited folders, and depth below the chosen folders. */
export const repositoryLimit = 5000
export const visitedFolderLimit = 200_000
export const repositoryDepthLimit = 10
/** How long (ms) a scan may take. */
export const repositoryScanMs = 60_000
/** Repositories whose identities are read in one call. */
export const identitiesAtOnce = 50

/** The maximum number of unpushed commits to check. */
export const unpushedLimit = 200

/** How an unpushed commit differs from the next one: in its author, its committer, or the missing signature. */
export const unpushedFindings = ['author', 'committer', 'unsigned'] as const

export const repositoryKinds = ['clone', 'worktree', 'submodule', 'bare'] as const

/**
 * Why a repository can't be read: its files belong to another user, can't be opened or parsed, git timed out, it was
 * deleted since the scan, or git isn't installed.
 */
export const repositoryProblems = [
  'other-owner',
  'unreadable',
  'timed-out',
  'gone',
  'git-missing',
] as const

/** Why a scan ended early. */
export const scanLimits = ['canceled', 'too-many', 'too-deep', 'timed-out'] as const

/** Why a chosen folder wasn't scanned. */
export const scannedFolderProblems = ['missing', 'unreadable', 'not-in-home'] as const

/**
 * Why commits in a repository won't be verified, most important reason first, and the certainty: they won't be
 * (`failed`), or it is `unknown`.
 */
export const verificationProblems = {
  /** Git would refuse a commit. */
  'no-name': 'failed',
  'no-email': 'failed',
  'email-not-on-account': 'failed',
  'email-not-confirmed': 'failed',
  unsigned: 'failed',
  /** The signing program isn’t installed. */
  'program-missing': 'failed',
  /** No key is set, or its private key isn’t on this computer. */
  'key-missing': 'failed',
  'key-not-on-account': 'failed',
  'key-cannot-sign': 'failed',
  'key-expired': 'failed',
  'key-revoked': 'failed',
  /** No user ID of the GPG key has the email. */
  'email-not-in-key': 'failed',
  /** The signing program is one that Latchkey doesn’t run or know, such as the repository’s own. */
  'unknown-signer': 'unknown',
  /** No account on the remote’s host is signed in here. */
  'no-account': 'unknown',
  /** The account couldn’t be read. */
  'account-not-read': 'unknown',
} as const
export type VerificationProblem = keyof typeof verificationProblems
