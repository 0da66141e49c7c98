import { z } from 'zod'
import {
  type VerificationProblem,
  identitiesAtOnce,
  repositoryFolderLimit,
  repositoryKinds,
  repositoryProblems,
  scanLimits,
  scannedFolderProblems,
  unpushedFindings,
  verificationProblems,
} from '../rules/repositories.ts'
import { FolderPath, ShownPlan } from './identities.ts'
import { accountOperation, computerOperation } from './operation.ts'

const RepositoryFolders = z.array(FolderPath).max(repositoryFolderLimit)

/** The remote to which `git push` sends the current branch, or the first one if git has none for it. */
export const RepositoryRemote = z.lazy(() =>
  z.object({
    name: z.string(),
    /**
     * After git's rewriting; of several, the one on an account's instance. Excludes passwords, tokens, and any username
     * other than `git`.
     */
    url: z.string(),
    /** The host as written in the URL, so it may be an SSH host alias; absent for a local folder. */
    host: z.string().optional(),
    /** The IDs of the accounts on that instance. */
    accounts: z.array(z.string()),
    /** Other URLs to which git pushes at the same time. */
    otherUrls: z.array(z.string()).optional(),
  }),
)
export type RepositoryRemote = z.output<typeof RepositoryRemote>

export const Repository = z.lazy(() =>
  z.object({
    /** The path, with `~` for the home folder. Identifies the repository in later calls. */
    path: z.string(),
    kind: z.enum(repositoryKinds),
    remote: RepositoryRemote.optional(),
    problem: z.enum(repositoryProblems).optional(),
  }),
)
export type Repository = z.output<typeof Repository>

export const RepositoryScan = z.lazy(() =>
  z.object({
    /** Sorted by path. */
    repositories: z.array(Repository),
    /** Why the scan may be incomplete. */
    limits: z.array(z.enum(scanLimits)),
    /** The selected folders that couldn’t be scanned. */
    problems: z.array(z.object({ folder: z.string(), problem: z.enum(scannedFolderProblems) })),
  }),
)
export type RepositoryScan = z.output<typeof RepositoryScan>

/** Where a value is set. */
const Origin = {
  /** With `~` for the home folder; absent if the value isn’t set in a file. */
  file: z.string().optional(),
  /** Absent if ambiguous. */
  line: z.number().optional(),
  /** Whether the file applies to all users of this computer, to the user, or to the repository. */
  scope: z.enum(['system', 'global', 'local', 'worktree']).optional(),
}

const OriginalValue = z.lazy(() => z.object({ value: z.string(), ...Origin }))

const RepositorySshKey = z.lazy(() =>
  z.object({
    /** The key file that ssh offers first, or the setting’s command if Latchkey can’t resolve it to a key. */
    value: z.string(),
    /** Where it is set in the ssh or git configuration. */
    ...Origin,
    /** Whether GitLab will definitely use this key, because ssh doesn’t offer others or it is on a known account. */
    isSure: z.boolean(),
    fingerprint: z.string().optional(),
    /** The ID of the remote's account that has the key. */
    account: z.string().optional(),
  }),
)

const RepositorySigningKey = z.lazy(() =>
  z.object({
    /** The setting: a file, a key, or a GPG key ID. If git looks up the GPG key, its search term. */
    value: z.string(),
    ...Origin,
    format: z.enum(['ssh', 'openpgp', 'x509']),
    fingerprint: z.string().optional(),
  }),
)

/** The author that git would use in a repository, and how GitLab would show it. */
export const RepositoryIdentity = z.lazy(() =>
  z.object({
    path: z.string(),
    /** If absent, the fields below are git’s values for the repository. */
    problem: z.enum(repositoryProblems).optional(),
    name: OriginalValue.optional(),
    email: OriginalValue.optional(),
    /** Absent if the remote doesn’t use SSH. */
    sshKey: RepositorySshKey.optional(),
    signingKey: RepositorySigningKey.optional(),
    /** Whether commits are signed. */
    signs: z.boolean(),
    /** According to all settings that git reads here, unlike the scan’s, which reads only the repository’s own files. */
    remote: RepositoryRemote.optional(),
    /**
     * The ID of the account to compare the commits with. If there are several on the instance, the one with the key or
     * the email; without a host, the only one with the email.
     */
    account: z.string().optional(),
    /** Whether GitLab will show “Verified”. */
    verdict: z.enum(['verified', 'not-verified', 'unknown']),
    /** The reasons if it won’t, most important first. */
    problems: z.array(
      z.enum(Object.keys(verificationProblems) as [VerificationProblem, ...VerificationProblem[]]),
    ),
    /** The setting that makes git refuse to commit or push, and git’s message. */
    refused: z
      .object({
        setting: z.string(),
        said: z.string(),
        file: z.string().optional(),
        line: z.number().optional(),
      })
      .optional(),
  }),
)
export type RepositoryIdentity = z.output<typeof RepositoryIdentity>

/** A repository’s unpushed commits, compared with the author that git would use there now. */
export const UnpushedCommits = z.lazy(() =>
  z.discriminatedUnion('state', [
    /** The branch has no upstream, no branch is checked out, or git couldn’t list the commits. */
    z.object({ state: z.enum(['no-upstream', 'detached', 'not-read']) }),
    z.object({
      state: z.literal('compared'),
      /** Such as `origin/main`. */
      upstream: z.string(),
      /** The number of commits checked. */
      count: z.number(),
      hasMore: z.boolean(),
      findings: z.array(
        z.object({
          kind: z.enum(unpushedFindings),
          /** The email of the author or the committer. */
          email: z.string().optional(),
          count: z.number(),
          /** A command that fixes them when run in the repository; absent if it wouldn’t be safe in a shell. */
          command: z.string().optional(),
        }),
      ),
    }),
  ]),
)
export type UnpushedCommits = z.output<typeof UnpushedCommits>

/** The repositories to which to apply an identity. */
const IdentityTarget = z.lazy(() =>
  z.discriminatedUnion('kind', [
    /** A repository from the last scan, by changing its own configuration. */
    z.strictObject({ kind: z.literal('repository'), path: z.string().max(4096) }),
    /** All repositories in a folder. */
    z.strictObject({ kind: z.literal('folder'), folder: FolderPath }),
    /** All repositories with a remote on the account’s instance. */
    z.strictObject({ kind: z.literal('host') }),
  ]),
)
export type IdentityTarget = z.output<typeof IdentityTarget>

export const IdentityPlan = z.lazy(() =>
  ShownPlan.extend({
    /** The identity’s email, and the ones that the account can use. */
    email: z.string(),
    emails: z.array(z.string()),
    /** The key file if signing stays off because nothing on this computer can unlock the key. */
    lockedKey: z.string().optional(),
    /** Repositories of the folder or host in which git wouldn't use the identity. */
    uncovered: z.array(z.string()).optional(),
  }),
)
export type IdentityPlan = z.output<typeof IdentityPlan>

/** A configuration file and the repositories in which git reads it. */
export const IdentityTableRow = z.lazy(() =>
  z.object({
    id: z.string(),
    /** All repositories, those in a folder, those with a remote on a host, or those that match another git condition. */
    where: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('everywhere') }),
      z.object({ kind: z.literal('folder'), folder: z.string() }),
      z.object({ kind: z.literal('host'), host: z.string() }),
      z.object({ kind: z.literal('condition'), condition: z.string() }),
    ]),
    isMadeByLatchkey: z.boolean(),
    name: z.string().optional(),
    email: z.string().optional(),
    signingKey: z.string().optional(),
    /** The ID of the account for which Latchkey created the identity, or that has the email. */
    account: z.string().optional(),
    /** The file with the settings. */
    file: z.string(),
    /** The file that includes it. Rows are in the order in which git reads them. */
    readFrom: z.object({ file: z.string(), line: z.number().optional() }),
    /** Rows with another name or email that may apply to the same repositories. The one git reads last wins. */
    conflicts: z.array(
      z.object({
        with: z.string(),
        wins: z.boolean(),
        /** Whether they definitely overlap. A folder and a host can’t be compared. */
        isSure: z.boolean(),
      }),
    ),
  }),
)
export type IdentityTableRow = z.output<typeof IdentityTableRow>

/**
 * The repositories on this computer, and the author that git would use in each. Latchkey never executes anything from a
 * repository. It reads the files, and queries git for its settings, its author and the unpushed commits.
 */
export const repositories = {
  /** The folders that the user selected, latest first. */
  folders: computerOperation(() => ({ input: z.strictObject({}), output: RepositoryFolders })),
  /** Existing folders in the home folder that usually contain repositories. */
  suggestedFolders: computerOperation(() => ({
    input: z.strictObject({}),
    output: RepositoryFolders,
  })),
  /** Saves the folders without duplicates. Rejects new ones that can’t be scanned. */
  setFolders: computerOperation(() => ({
    input: z.strictObject({ folders: RepositoryFolders }),
    output: RepositoryFolders,
  })),
  /** The repositories of the last scan, or of the saved folders if there was none. Waits for a running scan. */
  paths: computerOperation(() => ({ input: z.strictObject({}), output: z.array(z.string()) })),
  /** Scans folders for repositories, canceling any earlier scan. The event `repositoryScan` reports progress. */
  scan: computerOperation(() => ({
    input: z.strictObject({ folders: RepositoryFolders.min(1) }),
    output: RepositoryScan,
  })),
  /** Stops the scan, which then returns its results so far. */
  cancelScan: computerOperation(() => ({ input: z.strictObject({}), output: z.object({}) })),
  /** Queries git about repositories from the last scan, and returns one result per repository, in order. */
  identities: computerOperation(() => ({
    input: z.strictObject({ paths: z.array(z.string().max(4096)).min(1).max(identitiesAtOnce) }),
    output: z.array(RepositoryIdentity),
  })),
  /**
   * Compares the unpushed commits in a repository from the last scan with the author that git would use now. Doesn’t
   * change anything.
   */
  unpushed: computerOperation(() => ({
    input: z.strictObject({ path: z.string().max(4096) }),
    output: UnpushedCommits,
  })),
  /**
   * Previews the changes for using one of the account’s confirmed emails in some repositories. `identities.apply`
   * applies them.
   */
  planIdentity: accountOperation(() => ({
    input: z.strictObject({ target: IdentityTarget, email: z.string().max(254).optional() }),
    output: IdentityPlan,
  })),
  /** The configured names and emails and where they are set, in the order in which git reads them. */
  identityTable: computerOperation(() => ({
    input: z.strictObject({}),
    output: z.array(IdentityTableRow),
  })),
}
