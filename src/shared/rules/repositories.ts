/** The maximum number of folders to search for repositories. */
export const repositoryFolderLimit = 20
/** Limits of one scan: repositories, visited folders, and depth below the selected folders. */
export const repositoryLimit = 5000
export const visitedFolderLimit = 200_000
export const repositoryDepthLimit = 10
/** How long (ms) a scan may take. */
export const repositoryScanMs = 60_000
/** The maximum number of repositories whose identities are read at once. */
export const identitiesAtOnce = 50

/** The maximum number of unpushed commits to check. */
export const unpushedLimit = 200

/** How an unpushed commit can differ from the next one: in its author, its committer, or a missing signature. */
export const unpushedFindings = ['author', 'committer', 'unsigned'] as const

export const repositoryKinds = ['clone', 'worktree', 'submodule', 'bare'] as const

/**
 * Why a repository can't be read: its files belong to another user or can't be opened or parsed, a path isn't UTF-8,
 * git timed out, it was deleted after the scan, or git isn't installed.
 */
export const repositoryProblems = [
  'other-owner',
  'unreadable',
  'not-utf8',
  'timed-out',
  'gone',
  'git-missing',
] as const

/** Why a scan ended early. */
export const scanLimits = ['canceled', 'too-many', 'too-deep', 'timed-out'] as const

/** Why a selected folder wasn't scanned. */
export const scannedFolderProblems = ['missing', 'unreadable', 'not-in-home'] as const

/**
 * Why commits in a repository won't be verified, most important reason first, and whether that is certain
 * (`failed`) or `unknown`.
 */
export const verificationProblems = {
  /** Git would reject a commit. */
  'no-name': 'failed',
  'no-email': 'failed',
  /** Git refuses to commit or push because of a setting’s value. */
  'format-invalid': 'failed',
  'email-not-on-account': 'failed',
  'email-not-confirmed': 'failed',
  unsigned: 'failed',
  /** The signing program isn’t installed. */
  'program-missing': 'failed',
  /** No key is set, or its private key isn’t on this computer. */
  'key-missing': 'failed',
  'key-not-on-account': 'failed',
  /** The account's copy of the GPG key lacks the subkey that signs. */
  'key-outdated': 'failed',
  'key-cannot-sign': 'failed',
  'key-expired': 'failed',
  'key-revoked': 'failed',
  /** No user ID of the GPG key has the email. */
  'email-not-in-key': 'failed',
  /** The email has the form of the account's private commit email, on a host that may be the instance's. */
  'email-maybe-private': 'unknown',
  /** The signing program is unknown, or Latchkey never runs it, such as one from the repository. */
  'unknown-signer': 'unknown',
  /** Latchkey isn’t signed in to the remote’s host. */
  'no-account': 'unknown',
  /** The account couldn’t be read. */
  'account-not-read': 'unknown',
} as const
export type VerificationProblem = keyof typeof verificationProblems
