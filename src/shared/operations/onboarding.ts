import { z } from 'zod'
import {
  nameLimit,
  onboardingCellLimit,
  onboardingCellTextLimit,
  onboardingColumnLimit,
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

/** Rows of new users, and how they are read. */
const OnboardingSource = z.strictObject({
  /** A CSV file as text, or pasted rows. */
  text: z.string().max(onboardingTextLimit, tooLong(onboardingTextLimit)),
  /** Whether the first row names the columns; guessed where absent. */
  hasHeader: z.boolean().optional(),
  /** The field of each column, null for none; guessed where absent. */
  fields: z.array(Field.nullable()).max(onboardingColumnLimit).optional(),
  /** Cells that were edited, by the line on which their row begins. */
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
  /** The only domains that emails may have; any where there are none. */
  domains: z.array(z.string().max(nameLimit)).max(100).default([]),
  /** Whether emails count as confirmed, where no column says so. */
  skipConfirmation: z.boolean().default(false),
})
export type OnboardingSource = z.output<typeof OnboardingSource>

export const CheckedRow = z.object({
  /** Its line in the file, from 1. */
  line: z.number(),
  /** Its values, without what is beyond the limit of a name. */
  username: z.string(),
  name: z.string(),
  email: z.string(),
  /** Values without invisible characters and what else was copied with them. */
  cleaned: z.array(z.object({ field: Field, from: z.string(), to: z.string() })),
  /** Why it can't be created, with the value of the field; none where it can. */
  problems: z.array(
    z.object({ field: Field.optional(), text: z.string(), value: z.string().optional() }),
  ),
})
export type CheckedRow = z.output<typeof CheckedRow>

/** What would be created. */
export const OnboardingCheck = z.object({
  hasHeader: z.boolean(),
  /** With the beginnings of their titles and first cells. */
  columns: z.array(
    z.object({ title: z.string(), field: Field.nullable(), samples: z.array(z.string()) }),
  ),
  rows: z.array(CheckedRow),
  /** How many rows have no problem, and how many of them would be administrators. */
  ready: z.number(),
  administrators: z.number(),
  /** When the directory was last synced, in milliseconds since 1970; absent where there is none to compare with. */
  directoryAsOf: z.number().optional(),
})
export type OnboardingCheck = z.output<typeof OnboardingCheck>

const run = z.strictObject({ run: z.int() })
const TextFile = z.object({ filename: z.string(), text: z.string() })

/** Whom the undo of a run deletes: those whom it created and who never signed in. */
export const OnboardingUndo = z.object({
  run: z.number(),
  ids: z.array(z.number()),
  /** Who stays by reason, the most frequent first. */
  kept: z.array(SkippedUsers),
})
export type OnboardingUndo = z.output<typeof OnboardingUndo>

/** Creates many users from a file or pasted rows. Acknowledged rows are on disk. */
export const onboarding = {
  /** Checks the rows against the rules of GitLab and the directory: nothing is sent. */
  check: adminOperation({ input: OnboardingSource, output: OnboardingCheck }),
  /** The rows with problems as CSV, to be corrected and checked again. */
  problems: adminOperation({ input: OnboardingSource, output: TextFile }),
  /** Creates the users without problems; `ready` is their number in the check, and must still be right. */
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
  /** Its canceled rows as CSV, to be checked again as those of a new run. */
  remaining: adminOperation({ input: run, output: TextFile }),
  /** Asks GitLab whom the undo of a run deletes. Nothing is sent: the queue deletes, see `bulk.start`. */
  undo: adminOperation({ input: run, output: OnboardingUndo }),
  /** The users of the directory that a pasted list names by username, email or ID. */
  match: adminOperation({
    input: z.strictObject({ text: z.string().max(userListLimit, tooLong(userListLimit)) }),
    output: z.object({
      ids: z.array(z.number()),
      /** What names nobody in the directory. */
      missing: z.array(z.string()),
      /** Numbers that are the ID of one user and the username of another. */
      ambiguous: z.array(z.string()),
      /** When the directory was last synced, in milliseconds since 1970. */
      asOf: z.number().optional(),
    }),
  }),
}
