import { z } from 'zod'
import { message } from '../messages/message.ts'
import { issueText } from '../gitlab/validation.ts'
import { dependentDecisions, dependentKinds, handedOverKinds } from '../rules/dependents.ts'
import { adminOperation } from './operation.ts'

const NamedUser = z.object({ id: z.number(), username: z.string(), name: z.string() })

/** A group (`Namespace`) or project. */
const Place = z.object({
  type: z.enum(['Namespace', 'Project']),
  id: z.number(),
  name: z.string(),
})

export const Dependent = z.lazy(() =>
  z.object({
    /** Identifies it among all of a user, such as `schedule 4 17`. */
    key: z.string(),
    kind: z.enum(dependentKinds),
    id: z.number(),
    label: z.string(),
    /** What is owned, or the project of a schedule. */
    place: Place.optional(),
    /** The user's access level in `place`. */
    level: z.number().optional(),
    /** When a token was last used (ISO 8601), from where, and what it may do. */
    lastUsed: z.string().optional(),
    addresses: z.array(z.string()).optional(),
    scopes: z.string().optional(),
    isImpersonation: z.boolean().optional(),
    /** When a schedule runs: a cron expression, and the next time (ISO 8601). */
    cron: z.string().optional(),
    nextRun: z.string().optional(),
    isActive: z.boolean().optional(),
    /** Users who could take it over. */
    successors: z.array(NamedUser),
  }),
)
export type Dependent = z.output<typeof Dependent>

/**
 * Why something wasn't read: not yet or not at all (`not_read`); the instance has no such list (`unsupported`); it
 * `refused`, or the request `failed`; it also listed what belongs to others (`filter_ignored`); it returned entries that
 * can't be parsed (`unreadable`), or without what matters (`incomplete`); there is `too_much`; or GitLab lists it only for
 * direct members (`indirect`).
 */
export const unreadReasons = [
  'not_read',
  'unsupported',
  'refused',
  'failed',
  'filter_ignored',
  'unreadable',
  'incomplete',
  'too_much',
  'indirect',
] as const
export type UnreadReason = (typeof unreadReasons)[number]

/** What couldn't be read, which never counts as nothing. */
export const OpenQuestion = z.lazy(() =>
  z.object({
    kind: z.enum(dependentKinds),
    why: z.enum(unreadReasons),
    /** GitLab's answer, if it gave one. */
    text: z.string().optional(),
    /** How many groups, projects, or entries it concerns, and the first of their names; absent for all. */
    count: z.number().optional(),
    names: z.array(z.string()).optional(),
  }),
)
export type OpenQuestion = z.output<typeof OpenQuestion>

/** What depends on a user, as far as it has been read. */
export const UserDependents = z.lazy(() =>
  z.object({
    user: z.number(),
    items: z.array(Dependent),
    questions: z.array(OpenQuestion),
    /** How many more active tokens weren't used recently; absent if none. */
    unusedTokens: z.number().optional(),
    /** The kinds that are still being read. */
    reading: z.array(z.enum(dependentKinds)),
    /** When the reading started and ended, in milliseconds since 1970. */
    started: z.number(),
    ended: z.number().optional(),
    /** Whether Latchkey may act as another user; absent if unknown. */
    canActAs: z.boolean().optional(),
  }),
)
export type UserDependents = z.output<typeof UserDependents>

export const DependentAnswer = z.lazy(() =>
  z
    .strictObject({
      /** The ID of the user on whom it depends. */
      user: z.int(),
      key: z.string().max(100),
      decision: z.enum(dependentDecisions),
      successor: z
        .strictObject({
          id: z.int(),
          username: z.string().max(255),
          name: z.string().max(255),
        })
        .optional(),
    })
    .refine(
      ({ decision, successor }) => decision !== 'hand_over' || successor !== undefined,
      issueText(message('validation.noSuccessor')),
    ),
)
export type DependentAnswer = z.output<typeof DependentAnswer>

/** What one answer led to. `already`: the successor had it; `changed`: it isn't the user's anymore. */
export const HandedOver = z.lazy(() =>
  z.object({
    key: z.string(),
    kind: z.enum(handedOverKinds),
    label: z.string(),
    successor: NamedUser,
    outcome: z.enum(['done', 'already', 'changed', 'refused', 'pending']),
    /** Why it wasn't done. */
    text: z.string().optional(),
  }),
)
export type HandedOver = z.output<typeof HandedOver>

/** What was found some days after the block. Null: couldn't be read. */
export const SecondLook = z.lazy(() =>
  z.object({
    /** In milliseconds since 1970. */
    at: z.number(),
    state: z.string(),
    /** The number of active tokens. */
    activeTokens: z.number().nullable(),
    /** Whether each successor has what was handed over. */
    handedOver: z.array(
      z.object({ label: z.string(), successor: z.string(), holds: z.boolean().nullable() }),
    ),
    /** The user's schedules that were known, and whether each is on. */
    schedules: z.array(z.object({ label: z.string(), isActive: z.boolean().nullable() })),
  }),
)
export type SecondLook = z.output<typeof SecondLook>

const ofUser = z.strictObject({
  user: z.int(),
  /** Reads everything again, even if it was just read. */
  again: z.boolean().default(false),
})

export const dependents = {
  /** Starts reading what depends on a user unless that was done recently, and returns what is known so far. */
  read: adminOperation(() => ({ input: ofUser, output: UserDependents })),
  /** What is known so far, without sending requests; null if nothing has been read. */
  get: adminOperation(() => ({
    input: z.strictObject({ user: z.int() }),
    output: UserDependents.nullable(),
  })),
}
