import { z } from 'zod'
import { accountOperation, computerOperation } from './operation.ts'
import { ChangeResult, SetupChange } from './setup.ts'

/** The repositories in which git uses an identity: those in folders, those of an instance, or those cloned by the name of an SSH host. */
export const identityScopes = ['folders', 'host', 'alias'] as const

const line = z
  .string()
  .trim()
  .regex(/^\P{Cc}*$/u)

/** Folders of an identity. */
export const identityFolderLimit = 20

/** A whole path, with `~` for the home folder. */
export const FolderPath = line.regex(/^(~$|~?[/\\]|[A-Za-z]:[/\\])/).max(1024)

/** Who commits are made as in some repositories, and with which key. */
export const IdentityFields = z.strictObject({
  scope: z.enum(identityScopes),
  /** Of the scope `folders`, or in addition to another one. */
  folders: z.array(FolderPath).max(identityFolderLimit),
  name: line.min(1).max(255),
  email: line.regex(/^[^\s<>]+@[^\s<>]+$/).max(254),
  /** The file of a public key, with `~` for the home folder. */
  key: line.max(1024).optional(),
  /** Whether commits are signed with the key. */
  signs: z.boolean(),
  /** The name by which ssh connects to the instance with the key. */
  alias: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,252}$/)
    .optional(),
})
export type IdentityFields = z.output<typeof IdentityFields>

/** An identity that is set up on this computer. */
export const Identity = IdentityFields.extend({
  id: z.string(),
  /** The URL of the instance. */
  instance: z.string(),
  username: z.string(),
})
export type Identity = z.output<typeof Identity>

/** A file that somebody else made git read in some repositories only. */
export const ForeignIdentity = z.object({
  /** What git calls the repositories, such as `gitdir:~/work/`. */
  condition: z.string(),
  file: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
})
export type ForeignIdentity = z.output<typeof ForeignIdentity>

/** What an account can choose from. */
export const IdentityChoices = z.object({
  name: z.string(),
  emails: z.array(z.string()),
  keys: z.array(z.object({ file: z.string(), title: z.string() })),
  /** The SSH host of the instance. */
  host: z.string(),
  /** Whether git can tell repositories by their remotes, since 2.36. */
  knowsRemotes: z.boolean(),
  /** A name for the SSH host that isn’t in use. */
  alias: z.string(),
  /** The identity of this account, if it has one. */
  current: Identity.optional(),
})
export type IdentityChoices = z.output<typeof IdentityChoices>

/** Changes to look at before they are made. */
export const ShownPlan = z.object({
  plan: z.number(),
  changes: z.array(SetupChange),
  /** What sets a name or email in some of the same repositories; git uses what it reads last. */
  overlaps: z.array(ForeignIdentity).optional(),
})
export type ShownPlan = z.output<typeof ShownPlan>

/** Names, emails and keys that git uses in some repositories only, one set for each account. */
export const identities = {
  list: computerOperation({ input: z.strictObject({}), output: z.array(Identity) }),
  choices: accountOperation({ input: z.strictObject({}), output: IdentityChoices }),
  /** What would be changed to save the identity of an account. */
  planSave: accountOperation({ input: IdentityFields, output: ShownPlan }),
  planRemoval: computerOperation({ input: z.strictObject({ id: z.string() }), output: ShownPlan }),
  /** What would be changed for ssh to reach the instance at another host or port. */
  planServer: accountOperation({
    input: z.strictObject({
      host: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.:_-]{0,252}$/),
      port: z.number().int().min(1).max(65_535),
    }),
    output: ShownPlan,
  }),
  /** Makes the changes of the plan that was shown last, or some of them, until one fails. */
  apply: computerOperation({
    input: z.strictObject({ plan: z.number(), changes: z.array(z.string()).max(100).optional() }),
    output: z.array(ChangeResult),
  }),
}
