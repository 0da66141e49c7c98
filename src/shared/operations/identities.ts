import { z } from 'zod'
import { accountOperation, computerOperation } from './operation.ts'
import { ChangeResult, GuessedPurpose, SetupChange } from './setup.ts'

/**
 * Which repositories an identity applies to: those in folders, those on an instance, or those cloned through an SSH
 * host alias.
 */
export const identityScopes = ['folders', 'host', 'alias'] as const

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u)

/** The maximum number of folders per identity. */
export const identityFolderLimit = 20

/** An absolute path, with `~` for the home folder. */
export const FolderPath = line.regex(/^(~$|~?[/\\]|[A-Za-z]:[/\\])/).max(1024)

/** The author and signing key for commits in some repositories. */
export const IdentityFields = z.strictObject({
  scope: z.enum(identityScopes),
  /** The folders for the scope `folders`, or in addition to another scope. */
  folders: z.array(FolderPath).max(identityFolderLimit),
  name: line.min(1).max(255),
  email: line.regex(/^[^\s<>]+@[^\s<>]+$/).max(254),
  /** The public key file, with `~` for the home folder. */
  key: line.max(1024).optional(),
  /** Whether the key signs commits. */
  signs: z.boolean(),
  /** The SSH host alias that uses the key to connect to the instance. */
  alias: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/)
    .optional(),
})
export type IdentityFields = z.output<typeof IdentityFields>

/** An identity configured on this computer. */
export const Identity = z.lazy(() =>
  IdentityFields.extend({
    id: z.string(),
    /** The URL of the instance. */
    instance: z.string(),
    username: z.string(),
  }),
)
export type Identity = z.output<typeof Identity>

/** A file that Latchkey didn't create and that git includes only for some repositories. */
export const ForeignIdentity = z.lazy(() =>
  z.object({
    /** Git's condition for these repositories, such as `gitdir:~/work/`. */
    condition: z.string(),
    file: z.string(),
    name: z.string().optional(),
    email: z.string().optional(),
  }),
)
export type ForeignIdentity = z.output<typeof ForeignIdentity>

/** The choices for an account's identity. */
export const IdentityChoices = z.lazy(() =>
  z.object({
    name: z.string(),
    emails: z.array(z.string()),
    /** Most useful first. */
    keys: z.array(
      z.object({
        file: z.string(),
        title: z.string(),
        onAccount: z.boolean(),
        /** Whether it has a passphrase and isn’t in the agent. */
        isLocked: z.boolean(),
        /** Whether a new identity uses it. */
        isProposed: z.boolean().optional(),
        /** Whether Git and the account support signing with it. */
        maySign: z.boolean().optional(),
        purpose: GuessedPurpose.optional(),
      }),
    ),
    /** The SSH host of the instance. */
    host: z.string(),
    /** Whether git supports conditions on remotes, which require 2.36. */
    supportsRemoteConditions: z.boolean(),
    /** An unused alias for the SSH host. */
    alias: z.string(),
    /** The account's identity, if it has one. */
    current: Identity.optional(),
  }),
)
export type IdentityChoices = z.output<typeof IdentityChoices>

/** Who git commits as in a repository, and the keys that it uses. */
const CommitValues = z.lazy(() =>
  z.object({
    name: z.string().optional(),
    email: z.string().optional(),
    /** Absent if commits aren’t signed. */
    signingKey: z.string().optional(),
    sshKey: z.string().optional(),
    /** The file that sets the email. */
    file: z.string().optional(),
  }),
)
export type CommitValues = z.output<typeof CommitValues>

/** A repository that a plan changes or was meant to change. */
export const AffectedRepository = z.lazy(() =>
  z.object({
    path: z.string(),
    before: CommitValues,
    /** The same as before if something else wins. */
    after: CommitValues,
    /** Other files that set an email there, apart from the general ones. Git prefers `after.file` to them. */
    loses: z.array(z.string()),
  }),
)
export type AffectedRepository = z.output<typeof AffectedRepository>

/** Changes to review before they are applied. */
export const ShownPlan = z.object({
  plan: z.number(),
  changes: z.array(SetupChange),
  /** Other settings for the name or email in some of the same repositories. Git uses the last one it reads. */
  overlaps: z.array(ForeignIdentity).optional(),
  /** What an identity changes in known repositories. Absent if there are none or git is too old to tell. */
  affected: z.array(AffectedRepository).optional(),
  /** How many repositories weren’t examined, because there are too many. */
  unexamined: z.number().optional(),
})
export type ShownPlan = z.output<typeof ShownPlan>

/** The names, emails and keys that git uses only in some repositories, one set per account. */
export const identities = {
  list: computerOperation(() => ({ input: z.strictObject({}), output: z.array(Identity) })),
  choices: accountOperation(() => ({ input: z.strictObject({}), output: IdentityChoices })),
  /** Previews the changes that save the identity of an account. */
  planSave: accountOperation(() => ({ input: IdentityFields, output: ShownPlan })),
  planRemoval: computerOperation(() => ({
    input: z.strictObject({ id: z.string() }),
    output: ShownPlan,
  })),
  /** Previews the changes for reaching the instance at another SSH host or port. */
  planServer: accountOperation(() => ({
    input: z.strictObject({
      host: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/),
      port: z.number().int().min(1).max(65_535),
    }),
    output: ShownPlan,
  })),
  /** Applies all or some changes from the last plan shown, and stops at the first failure. */
  apply: computerOperation(() => ({
    input: z.strictObject({ plan: z.number(), changes: z.array(z.string()).max(100).optional() }),
    output: z.array(ChangeResult),
  })),
}
