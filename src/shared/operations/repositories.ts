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

/** The remote a repository is pushed to: `origin`, or else the first one. */
export const RepositoryRemote = z.object({
  name: z.string(),
  /** Without password, token or any username except `git`. */
  url: z.string(),
  /** As written in the URL, so it may be an SSH host alias; absent for a local folder. */
  host: z.string().optional(),
  /** IDs of the accounts on that instance. */
  accounts: z.array(z.string()),
})
export type RepositoryRemote = z.output<typeof RepositoryRemote>

export const Repository = z.object({
  /** With `~` for the home folder. Identifies the repository in later calls. */
  path: z.string(),
  kind: z.enum(repositoryKinds),
  remote: RepositoryRemote.optional(),
  problem: z.enum(repositoryProblems).optional(),
})
export type Repository = z.output<typeof Repository>

export const RepositoryScan = z.object({
  /** Sorted by path. */
  repositories: z.array(Repository),
  /** Why the scan may be incomplete. */
  limits: z.array(z.enum(scanLimits)),
  /** The selected folders that couldn’t be scanned. */
  problems: z.array(z.object({ folder: z.string(), problem: z.enum(scannedFolderProblems) })),
})
export type RepositoryScan = z.output<typeof RepositoryScan>

/** The source of a value. */
const Origin = {
  /** With `~` for the home folder; absent if the value isn’t set in a file. */
  file: z.string().optional(),
  /** Absent if ambiguous. */
  line: z.number().optional(),
  /** The scope of the file: all users of this computer, the user, or the repository. */
  scope: z.enum(['system', 'global', 'local', 'worktree']).optional(),
}

const OriginalValue = z.object({ value: z.string(), ...Origin })

const RepositorySshKey = z.object({
  /** The key file that ssh offers first, or the command of a setting that Latchkey can’t resolve to a key. */
  value: z.string(),
  /** The source in the ssh or git configuration. */
  ...Origin,
  /** Whether GitLab will definitely use this one: ssh doesn’t offer others, or it is on a known account. */
  isSure: z.boolean(),
  fingerprint: z.string().optional(),
  /** ID of the remote's account that has the key. */
  account: z.string().optional(),
})

const RepositorySigningKey = z.object({
  /** The setting: a file, a key, or a GPG key ID; if git looks up the GPG key, the search term. */
  value: z.string(),
  ...Origin,
  format: z.enum(['ssh', 'openpgp', 'x509']),
  fingerprint: z.string().optional(),
})

/** The author git would use in a repository, and how GitLab would show it. */
export const RepositoryIdentity = z.object({
  path: z.string(),
  /** If absent, the following fields are git’s values there. */
  problem: z.enum(repositoryProblems).optional(),
  name: OriginalValue.optional(),
  email: OriginalValue.optional(),
  /** Absent if the remote isn’t reached over SSH. */
  sshKey: RepositorySshKey.optional(),
  signingKey: RepositorySigningKey.optional(),
  /** Whether commits are signed. */
  signs: z.boolean(),
  /**
   * The ID of the account to compare the commits with: if the instance has several, the one with the key or the
   * email. Without a host, the only one with the email.
   */
  account: z.string().optional(),
  /** Whether GitLab will show “Verified”. */
  verdict: z.enum(['verified', 'not-verified', 'unknown']),
  /** Why not, most important reason first. */
  problems: z.array(
    z.enum(Object.keys(verificationProblems) as [VerificationProblem, ...VerificationProblem[]]),
  ),
})
export type RepositoryIdentity = z.output<typeof RepositoryIdentity>

/** The unpushed commits of a repository, compared with the author git would use there now. */
export const UnpushedCommits = z.discriminatedUnion('state', [
  /** The branch doesn’t have an upstream, no branch is checked out, or git couldn’t list its commits. */
  z.object({ state: z.enum(['no-upstream', 'detached', 'not-read']) }),
  z.object({
    state: z.literal('compared'),
    /** Such as `origin/main`. */
    upstream: z.string(),
    /** How many were checked. */
    count: z.number(),
    hasMore: z.boolean(),
    findings: z.array(
      z.object({
        kind: z.enum(unpushedFindings),
        /** Of the author or the committer. */
        email: z.string().optional(),
        count: z.number(),
        /** A command to run in the repository that fixes them; absent if it wouldn’t be safe in a shell. */
        command: z.string().optional(),
      }),
    ),
  }),
])
export type UnpushedCommits = z.output<typeof UnpushedCommits>

/** The repositories to which an identity applies. */
const IdentityTarget = z.discriminatedUnion('kind', [
  /** A repository from the last scan, whose own configuration is changed. */
  z.strictObject({ kind: z.literal('repository'), path: z.string().max(4096) }),
  /** All repositories in a folder. */
  z.strictObject({ kind: z.literal('folder'), folder: FolderPath }),
  /** All repositories with a remote on the account’s instance. */
  z.strictObject({ kind: z.literal('host') }),
])
export type IdentityTarget = z.output<typeof IdentityTarget>

export const IdentityPlan = ShownPlan.extend({
  /** The email of the identity, and those the account can use. */
  email: z.string(),
  emails: z.array(z.string()),
  /** The key file, if signing isn’t turned on because nothing on this computer unlocks the key. */
  lockedKey: z.string().optional(),
})
export type IdentityPlan = z.output<typeof IdentityPlan>

/** A configuration file and the repositories in which git reads it. */
export const IdentityTableRow = z.object({
  id: z.string(),
  /** All repositories, those in a folder, those with a remote on a host, or those of another git condition. */
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
  /** ID of the account that Latchkey created the identity for, or that has the email. */
  account: z.string().optional(),
  /** The file with the settings. */
  file: z.string(),
  /** The file that includes it; rows are in the order in which git reads them. */
  readFrom: z.object({ file: z.string(), line: z.number().optional() }),
  /** Rows with another name or email that may apply to the same repositories. The one git reads last wins. */
  conflicts: z.array(
    z.object({
      with: z.string(),
      wins: z.boolean(),
      /** Whether they certainly overlap; a folder and a host can’t be compared. */
      isSure: z.boolean(),
    }),
  ),
})
export type IdentityTableRow = z.output<typeof IdentityTableRow>

/**
 * The repositories of this computer and the author git would use in each. Nothing in a repository is executed: its
 * files are read, and git is asked for its settings, its author and the unpushed commits.
 */
export const repositories = {
  /** The folders selected by the user, latest first. */
  folders: computerOperation({ input: z.strictObject({}), output: RepositoryFolders }),
  /** Existing folders in the home folder that commonly contain repositories. */
  suggestedFolders: computerOperation({ input: z.strictObject({}), output: RepositoryFolders }),
  /** Remembers folders, without duplicates. Rejects a new one that can’t be searched. */
  setFolders: computerOperation({
    input: z.strictObject({ folders: RepositoryFolders }),
    output: RepositoryFolders,
  }),
  /** Searches folders for repositories and cancels an earlier scan. The event `repositoryScan` reports progress. */
  scan: computerOperation({
    input: z.strictObject({ folders: RepositoryFolders.min(1) }),
    output: RepositoryScan,
  }),
  /** Stops the scan, which then returns its results so far. */
  cancelScan: computerOperation({ input: z.strictObject({}), output: z.object({}) }),
  /** Queries git about repositories from the last scan; returns one result per repository, in order. */
  identities: computerOperation({
    input: z.strictObject({ paths: z.array(z.string().max(4096)).min(1).max(identitiesAtOnce) }),
    output: z.array(RepositoryIdentity),
  }),
  /**
   * Compares the unpushed commits of a repository from the last scan with the author git would use now. Changes
   * nothing.
   */
  unpushed: computerOperation({
    input: z.strictObject({ path: z.string().max(4096) }),
    output: UnpushedCommits,
  }),
  /**
   * Previews the changes that apply an identity of the account, with one of its confirmed emails, to some
   * repositories; `identities.apply` applies it.
   */
  planIdentity: accountOperation({
    input: z.strictObject({ target: IdentityTarget, email: z.string().max(254).optional() }),
    output: IdentityPlan,
  }),
  /** The configured names and emails and their sources, in the order in which git reads them. */
  identityTable: computerOperation({
    input: z.strictObject({}),
    output: z.array(IdentityTableRow),
  }),
}
