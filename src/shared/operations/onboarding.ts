import { z } from 'zod'
import {
  actionsAtOnce,
  nameLimit,
  onboardingCellLimit,
  onboardingCellTextLimit,
  onboardingColumnLimit,
  onboardingRowLimit,
  onboardingTextLimit,
  reasonLimit,
  userListLimit,
} from '../rules/limits.ts'
import { onboardingColumns } from '../rules/onboarding-columns.ts'
import { tooLong, upTo } from '../gitlab/validation.ts'
import { SkippedUsers } from './bulk.ts'
import { JobSummary } from './jobs.ts'
import { adminOperation } from './operation.ts'

const Field = z.enum(onboardingColumns)

/** The rows of new users, and the options for parsing them. */
const OnboardingSource = z.strictObject({
  /** A CSV file as text, or pasted rows. */
  text: z.string().max(onboardingTextLimit, tooLong(onboardingTextLimit)),
  /** Whether the first row contains column titles; guessed if absent. */
  hasHeader: z.boolean().optional(),
  /** The content of each column, or null to ignore it; guessed if absent. */
  fields: z.array(Field.nullable()).max(onboardingColumnLimit).optional(),
  /** Edited cells, keyed by the first line of their row. */
  edits: z
    .array(
      z.strictObject({
        line: z.int(),
        field: Field,
        value: z.string().max(onboardingCellTextLimit),
      }),
    )
    .max(onboardingCellLimit)
    .default([]),
  /** The first lines of the rows that the user removed after a check. */
  removed: z.array(z.int()).max(onboardingRowLimit).default([]),
  /** The allowed email domains; empty for all. */
  domains: z.array(z.string().max(nameLimit)).max(100).default([]),
  /** Whether to treat emails as confirmed if there is no column for it. */
  skipConfirmation: z.boolean().default(false),
  /** For rows without their own: `platform/backend:developer; docs` */
  groups: z.string().max(onboardingCellTextLimit).default(''),
  /** For rows without their own, in local time: `2026-12-31` or `2026-12-31 09:30` */
  startDate: z.string().max(nameLimit).default(''),
  /** For all rows that have no column for it: `department=Sales; cost-center=4711` */
  customAttributes: z.string().max(onboardingCellTextLimit).default(''),
})
export type OnboardingSource = z.output<typeof OnboardingSource>

export const CheckedRow = z.object({
  /** The row's line in the file, starting at 1. */
  line: z.number(),
  /** The row's values, truncated to the length limit for names. */
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Values that were cleaned of invisible characters and other copying artifacts. */
  cleaned: z.array(z.object({ field: Field, from: z.string(), to: z.string() })),
  /** Why the user can't be created, with the field's value; empty if there is no problem. */
  problems: z.array(
    z.object({ field: Field.optional(), text: z.string(), value: z.string().optional() }),
  ),
  /** When the user will be created, in milliseconds since 1970; absent for now. */
  starts: z.number().optional(),
})
export type CheckedRow = z.output<typeof CheckedRow>

/** The users who would be created. */
export const OnboardingCheck = z.lazy(() =>
  z.object({
    hasHeader: z.boolean(),
    /** The columns, with their titles and first cells shortened. */
    columns: z.array(
      z.object({ title: z.string(), field: Field.nullable(), samples: z.array(z.string()) }),
    ),
    rows: z.array(CheckedRow),
    /** The number of valid rows, and how many of them would create administrators. */
    ready: z.number(),
    administrators: z.number(),
    /** The number of valid rows that wait for a start date, and the first date, in milliseconds since 1970. */
    scheduled: z.number(),
    firstStart: z.number().optional(),
    /** When the directory was last synced, in milliseconds since 1970; absent without a copy to compare with. */
    directoryAsOf: z.number().optional(),
  }),
)
export type OnboardingCheck = z.output<typeof OnboardingCheck>

/** What an entry of a list of users can be. */
const UserKeyKind = z.enum(['email', 'username', 'id', 'name'])
export type UserKeyKind = z.output<typeof UserKeyKind>

/** Who the entries of a column would be. */
const ListedColumn = z.lazy(() =>
  z.object({
    /** Its number, which `kinds` refers to. */
    column: z.number(),
    title: z.string(),
    /** What its entries are taken for; null if that isn't decided. */
    kind: UserKeyKind.nullable(),
    /** What they could be, with the number of entries that match exactly one user, and examples. */
    choices: z.array(
      z.object({
        kind: UserKeyKind,
        matches: z.number(),
        examples: z.array(
          z.object({
            entry: z.string(),
            user: z.object({ id: z.number(), username: z.string(), name: z.string() }).nullable(),
            /** How many users the entry could mean, if several. */
            users: z.number().optional(),
          }),
        ),
      }),
    ),
  }),
)
export type ListedColumn = z.output<typeof ListedColumn>

/** A row that a run left out. */
export const SkippedRow = CheckedRow.pick({
  line: true,
  username: true,
  name: true,
  email: true,
}).extend({
  /** Why the user couldn't be created. */
  problem: z.string(),
})
export type SkippedRow = z.output<typeof SkippedRow>

const run = z.strictObject({ run: z.int() })
const TextFile = z.lazy(() => z.object({ filename: z.string(), text: z.string() }))

/** The users whom undoing a run deletes: those it created and who never signed in. */
export const OnboardingUndo = z.lazy(() =>
  z.object({
    run: z.number(),
    ids: z.array(z.number()),
    /** The users to keep, by reason, most frequent first. */
    kept: z.array(SkippedUsers),
  }),
)
export type OnboardingUndo = z.output<typeof OnboardingUndo>

/** Creates many users from a file or from pasted rows. Once a call returns, its rows are on disk. */
export const onboarding = {
  /** Checks the rows against GitLab's rules and the directory, without sending requests. */
  check: adminOperation(() => ({ input: OnboardingSource, output: OnboardingCheck })),
  /** Exports the rows with problems as CSV, to correct and check again. */
  problems: adminOperation(() => ({ input: OnboardingSource, output: TextFile })),
  /** Creates the users without problems. Fails if `ready` no longer matches the check. */
  start: adminOperation(() => ({
    input: OnboardingSource.extend({
      ready: z.int().min(1),
      reason: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
    }),
    output: JobSummary,
  })),
  /** Exports the canceled rows as CSV, to check again for a new run. */
  remaining: adminOperation(() => ({ input: run, output: TextFile })),
  /** The rows that a run left out because they had problems, in the file's order. */
  skipped: adminOperation(() => ({
    input: run.extend({
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(actionsAtOnce).default(actionsAtOnce),
    }),
    output: z.object({ items: z.array(SkippedRow), total: z.number() }),
  })),
  /** Asks GitLab which users undoing a run would delete. The queue then deletes them; see `bulk.start`. */
  undo: adminOperation(() => ({ input: run, output: OnboardingUndo })),
  /**
   * Finds the users in the directory that match a pasted list. A name or a number alone selects nobody until `kinds`
   * says what its column is.
   */
  match: adminOperation(() => ({
    input: z.strictObject({
      text: z.string().max(userListLimit, tooLong(userListLimit)),
      /** What the entries of each column are, by its number; decided by how they are written if absent or null. */
      kinds: z
        .array(z.union([UserKeyKind, z.literal('unused')]).nullable())
        .max(onboardingColumnLimit)
        .default([]),
    }),
    output: z.object({
      ids: z.array(z.number()),
      /** Entries that don't match a user in the directory. */
      missing: z.array(z.string()),
      /** Entries that match several users. */
      ambiguous: z.array(z.string()),
      /** Entries that weren't looked for, because it isn't decided what they are. */
      undecided: z.array(z.string()),
      /** The columns whose kind can be chosen. */
      columns: z.array(ListedColumn),
      /** When the directory was last synced, in milliseconds since 1970. */
      asOf: z.number().optional(),
    }),
  })),
}
