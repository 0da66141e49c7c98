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

/** Where a repository is pushed to: its remote `origin`, or its first one. */
export const RepositoryRemote = z.object({
  name: z.string(),
  /** Without a password, a token or a username other than `git`. */
  url: z.string(),
  /** As the URL has it, so maybe a name of the SSH configuration; absent for a folder of this computer. */
  host: z.string().optional(),
  /** The IDs of the accounts whose instance it is. */
  accounts: z.array(z.string()),
})
export type RepositoryRemote = z.output<typeof RepositoryRemote>

export const Repository = z.object({
  /** With `~` for the home folder. Names it in later calls. */
  path: z.string(),
  kind: z.enum(repositoryKinds),
  remote: RepositoryRemote.optional(),
  problem: z.enum(repositoryProblems).optional(),
})
export type Repository = z.output<typeof Repository>

export const RepositoryScan = z.object({
  /** Sorted by path. */
  repositories: z.array(Repository),
  /** Why it may not have seen all of them. */
  limits: z.array(z.enum(scanLimits)),
  /** The chosen folders that it couldn’t look into. */
  problems: z.array(z.object({ folder: z.string(), problem: z.enum(scannedFolderProblems) })),
})
export type RepositoryScan = z.output<typeof RepositoryScan>

/** Where a value is from. */
const Origin = {
  /** With `~` for the home folder; absent for what no file sets. */
  file: z.string().optional(),
  /** Absent where several lines may be meant. */
  line: z.number().optional(),
  /** Whose file it is: everybody’s on this computer, the person’s, or the repository’s own. */
  scope: z.enum(['system', 'global', 'local', 'worktree']).optional(),
}

const OriginalValue = z.object({ value: z.string(), ...Origin })

const RepositorySshKey = z.object({
  /** The file of the key that ssh offers first, or the command of a setting that Latchkey can’t read a key from. */
  value: z.string(),
  /** That of the configuration of ssh or git. */
  ...Origin,
  /** Whether GitLab will take this one: ssh offers no other, or it is on an account that Latchkey knows. */
  isSure: z.boolean(),
  fingerprint: z.string().optional(),
  /** The ID of the account of the remote that has the key. */
  account: z.string().optional(),
})

const RepositorySigningKey = z.object({
  /** The setting: a file, a key, or the ID of a GPG key; for a GPG key that git looks up by itself, the name that it is looked up by. */
  value: z.string(),
  ...Origin,
  format: z.enum(['ssh', 'openpgp', 'x509']),
  fingerprint: z.string().optional(),
})

/** Who git would commit as in a repository, and what GitLab would show. */
export const RepositoryIdentity = z.object({
  path: z.string(),
  /** Without it, what follows is what git uses there. */
  problem: z.enum(repositoryProblems).optional(),
  name: OriginalValue.optional(),
  email: OriginalValue.optional(),
  /** Absent for a remote that isn’t reached over SSH. */
  sshKey: RepositorySshKey.optional(),
  signingKey: RepositorySigningKey.optional(),
  /** Whether commits are signed. */
  signs: z.boolean(),
  /**
   * The ID of the account that the commits are compared with: of several on the instance, the one that has the key or the email. Without a
   * host, the only one that has the email.
   */
  account: z.string().optional(),
  /** Whether GitLab will show “Verified”. */
  verdict: z.enum(['verified', 'not-verified', 'unknown']),
  /** Why not, the most important first. */
  problems: z.array(
    z.enum(Object.keys(verificationProblems) as [VerificationProblem, ...VerificationProblem[]]),
  ),
})
export type RepositoryIdentity = z.output<typeof RepositoryIdentity>

/** The commits that a repository hasn’t pushed, compared with who git would commit as there now. */
export const UnpushedCommits = z.discriminatedUnion('state', [
  /** The branch has no upstream, none is checked out, or git couldn’t list its commits. */
  z.object({ state: z.enum(['no-upstream', 'detached', 'not-read']) }),
  z.object({
    state: z.literal('compared'),
    /** Such as `origin/main`. */
    upstream: z.string(),
    /** How many were looked at. */
    count: z.number(),
    hasMore: z.boolean(),
    findings: z.array(
      z.object({
        kind: z.enum(unpushedFindings),
        /** Of the author or the committer. */
        email: z.string().optional(),
        count: z.number(),
        /** Corrects them when it is run in the repository; absent where none is safe to run in a shell. */
        command: z.string().optional(),
      }),
    ),
  }),
])
export type UnpushedCommits = z.output<typeof UnpushedCommits>

/** The repositories that an identity is for. */
const IdentityTarget = z.discriminatedUnion('kind', [
  /** One that the last scan found. Its own configuration is changed. */
  z.strictObject({ kind: z.literal('repository'), path: z.string().max(4096) }),
  /** All in a folder. */
  z.strictObject({ kind: z.literal('folder'), folder: FolderPath }),
  /** All that have a remote at the account’s instance. */
  z.strictObject({ kind: z.literal('host') }),
])
export type IdentityTarget = z.output<typeof IdentityTarget>

export const IdentityPlan = ShownPlan.extend({
  /** The email of the identity, and those the account can use. */
  email: z.string(),
  emails: z.array(z.string()),
})
export type IdentityPlan = z.output<typeof IdentityPlan>

/** A file of settings, and the repositories in which git reads it. */
export const IdentityTableRow = z.object({
  id: z.string(),
  /** All repositories, those in a folder, those with a remote at a host, or those of another condition of git’s. */
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
  /** The ID of the account of an identity of Latchkey’s, or of the one that has the email. */
  account: z.string().optional(),
  /** Where the settings are. */
  file: z.string(),
  /** Where git is told to read them, in the order in which it does so. */
  readFrom: z.object({ file: z.string(), line: z.number().optional() }),
  /** Rows with another name or email that git may use in the same repositories. What git reads last wins. */
  conflicts: z.array(
    z.object({
      with: z.string(),
      wins: z.boolean(),
      /** Whether there are such repositories for sure; a folder and a host can’t be compared. */
      isSure: z.boolean(),
    }),
  ),
})
export type IdentityTableRow = z.output<typeof IdentityTableRow>

/**
 * The repositories of this computer, and who git would commit as in each. Nothing of a repository is run: its files are read, and
 * git is asked for its settings, its author, and the commits that aren’t pushed.
 */
export const repositories = {
  /** The folders that the person chose, the latest first. */
  folders: computerOperation({ input: z.strictObject({}), output: RepositoryFolders }),
  /** Existing folders of the home folder where people usually keep repositories. */
  suggestedFolders: computerOperation({ input: z.strictObject({}), output: RepositoryFolders }),
  /** Keeps folders for the next time; each once. A new one that can’t be searched is refused. */
  setFolders: computerOperation({
    input: z.strictObject({ folders: RepositoryFolders }),
    output: RepositoryFolders,
  }),
  /** Looks for repositories below folders. The event `repositoryScan` tells how far it is. It ends an earlier one. */
  scan: computerOperation({
    input: z.strictObject({ folders: RepositoryFolders.min(1) }),
    output: RepositoryScan,
  }),
  /** Ends the scan, which answers with what it found so far. */
  cancelScan: computerOperation({ input: z.strictObject({}), output: z.object({}) }),
  /** Asks git about repositories that the last scan found; one answer for each, in order. */
  identities: computerOperation({
    input: z.strictObject({ paths: z.array(z.string().max(4096)).min(1).max(identitiesAtOnce) }),
    output: z.array(RepositoryIdentity),
  }),
  /** Compares what a repository that the last scan found hasn’t pushed with who git would commit as there. Changes nothing. */
  unpushed: computerOperation({
    input: z.strictObject({ path: z.string().max(4096) }),
    output: UnpushedCommits,
  }),
  /**
   * What would be changed for some repositories to have an identity of the account, with one of its confirmed emails;
   * `identities.apply` makes it.
   */
  planIdentity: accountOperation({
    input: z.strictObject({ target: IdentityTarget, email: z.string().max(254).optional() }),
    output: IdentityPlan,
  }),
  /** The names and emails that git is told to use, and where, in the order in which it reads them. */
  identityTable: computerOperation({
    input: z.strictObject({}),
    output: z.array(IdentityTableRow),
  }),
}
