import { z } from 'zod'
import {
  nameLimit,
  onboardingCellLimit,
  onboardingCellTextLimit,
  onboardingColumnLimit,
  onboardingRowLimit,
  onboardingTextLimit,
  reasonLimit,
  userListLimit,
} from '../rules/limits.ts'
import { onboardingFields } from '../rules/user-fields.ts'
import { tooLong, upTo } from '../gitlab/validation.ts'
import { SkippedUsers } from './bulk.ts'
import { JobSummary } from './jobs.ts'
import { adminOperation } from './operation.ts'

const Field = z.enum(onboardingFields)

/** Rows of new users and the options to parse them. */
const OnboardingSource = z.strictObject({
  /** A CSV file as text, or pasted rows. */
  text: z.string().max(onboardingTextLimit, tooLong(onboardingTextLimit)),
  /** Whether the first row contains column titles; guessed if absent. */
  hasHeader: z.boolean().optional(),
  /** The field of each column, null to ignore it; guessed if absent. */
  fields: z.array(Field.nullable()).max(onboardingColumnLimit).optional(),
  /** Edited cells, by the line on which their row begins. */
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
  /** The first lines of rows that were removed after a check. */
  removed: z.array(z.int()).max(onboardingRowLimit).default([]),
  /** Allowed email domains; empty allows all. */
  domains: z.array(z.string().max(nameLimit)).max(100).default([]),
  /** Whether emails count as confirmed if no column says so. */
  skipConfirmation: z.boolean().default(false),
})
export type OnboardingSource = z.output<typeof OnboardingSource>

export const CheckedRow = z.object({
  /** Its line in the file, starting at 1. */
  line: z.number(),
  /** Its values, truncated to the limit of a name. */
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Values from which invisible characters and other copied extras were removed. */
  cleaned: z.array(z.object({ field: Field, from: z.string(), to: z.string() })),
  /** Why the user can't be created, with the value of the field; empty if they can. */
  problems: z.array(
    z.object({ field: Field.optional(), text: z.string(), value: z.string().optional() }),
  ),
})
export type CheckedRow = z.output<typeof CheckedRow>

/** The users that would be created. */
export const OnboardingCheck = z.object({
  hasHeader: z.boolean(),
  /** The columns with the start of their titles and first cells. */
  columns: z.array(
    z.object({ title: z.string(), field: Field.nullable(), samples: z.array(z.string()) }),
  ),
  rows: z.array(CheckedRow),
  /** How many rows are valid, and how many of those would be administrators. */
  ready: z.number(),
  administrators: z.number(),
  /** When the directory was last synced, in milliseconds since 1970; absent without a copy to compare with. */
  directoryAsOf: z.number().optional(),
})
export type OnboardingCheck = z.output<typeof OnboardingCheck>

const run = z.strictObject({ run: z.int() })
const TextFile = z.object({ filename: z.string(), text: z.string() })

/** The users that undoing a run deletes: those it created who never signed in. */
export const OnboardingUndo = z.object({
  run: z.number(),
  ids: z.array(z.number()),
  /** The users to keep, by reason, most frequent first. */
  kept: z.array(SkippedUsers),
})
export type OnboardingUndo = z.output<typeof OnboardingUndo>

/** Creates many users from a file or pasted rows. Acknowledged rows are on disk. */
export const onboarding = {
  /** Checks the rows against GitLab's rules and the directory; doesn't send requests. */
  check: adminOperation({ input: OnboardingSource, output: OnboardingCheck }),
  /** The rows with problems as CSV, to correct and check again. */
  problems: adminOperation({ input: OnboardingSource, output: TextFile }),
  /** Creates the users without problems; fails if `ready` no longer matches the check. */
  start: adminOperation({
    input: OnboardingSource.extend({
      ready: z.int().min(1),
      reason: z
        .string()
        .trim()
        .refine(...upTo(reasonLimit))
        .optional(),
    }),
    output: JobSummary,
  }),
  /** The canceled rows as CSV, to check again for a new run. */
  remaining: adminOperation({ input: run, output: TextFile }),
  /** Reads from GitLab which users undoing a run would delete. The queue deletes them, see `bulk.start`. */
  undo: adminOperation({ input: run, output: OnboardingUndo }),
  /** The users in the directory from a pasted list of usernames, emails or IDs. */
  match: adminOperation({
    input: z.strictObject({ text: z.string().max(userListLimit, tooLong(userListLimit)) }),
    output: z.object({
      ids: z.array(z.number()),
      /** Entries that don't match a user in the directory. */
      missing: z.array(z.string()),
      /** Numbers that are both the ID of one user and the username of another. */
      ambiguous: z.array(z.string()),
      /** When the directory was last synced, in milliseconds since 1970. */
      asOf: z.number().optional(),
    }),
  }),
}
