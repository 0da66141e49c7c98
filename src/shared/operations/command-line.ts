import { z } from 'zod'
import { nameLimit, searchLimit } from '../rules/limits.ts'
import { adminOperation } from './operation.ts'

/** A user as commands print them. Absent fields are unknown. */
export const PrintedUser = z.lazy(() =>
  z.object({
    id: z.number(),
    username: z.string(),
    name: z.string(),
    /** An open set. */
    state: z.string(),
    email: z.string().optional(),
    isAdmin: z.boolean().optional(),
    isBot: z.boolean().optional(),
    hasTwoFactor: z.boolean().optional(),
    createdAt: z.string().optional(),
    lastActivityOn: z.string().optional(),
    currentSignInAt: z.string().optional(),
    webUrl: z.string().optional(),
  }),
)
export type PrintedUser = z.output<typeof PrintedUser>

/** What commands in a terminal may read with an administrator's rights. The audit log records each use. */
export const commandLine = {
  /** The first users that GitLab finds by part of a name, username, or email address. */
  searchUsers: adminOperation(() => ({
    input: z.strictObject({ text: z.string().min(1).max(searchLimit) }),
    output: z.object({
      users: z.array(PrintedUser),
      /** Whether there are more. */
      isCut: z.boolean(),
    }),
  })),
  /** The user with a username; absent if there is none. */
  findUser: adminOperation(() => ({
    input: z.strictObject({ username: z.string().min(1).max(nameLimit) }),
    output: z.object({ user: PrintedUser.optional() }),
  })),
}
