import { z } from 'zod'
import { CarriedFailure, SavedFiles, accountOperation, adminOperation } from './operation.ts'
import { QueueCounts, holdReasons } from './queue.ts'

/** What works in the background. */
const kind = z.enum(['moderation', 'onboarding', 'review'])

/** Several things that were started together, whatever their kind. */
export const JobSummary = z.object({
  id: z.number(),
  kind,
  /** What it does, in words. */
  name: z.string(),
  /** The username of who started it. */
  actor: z.string(),
  reason: z.string().optional(),
  /** In milliseconds since 1970. */
  created: z.number(),
  /** Nothing is sent before; absent while it is prepared. */
  starts: z.number().optional(),
  /** When the last of it ended; absent before its end. */
  ended: z.number().optional(),
  state: z.enum(['preparing', 'running', 'paused', 'finished', 'cancelled']),
  /** Why it, or its kind, is paused until a person says so. */
  hold: z.enum(holdReasons).optional(),
  total: z.number(),
  counts: QueueCounts,
  /** Finished items a second, over the last ten seconds or since it started. */
  pace: z.number(),
  /** Why nothing is sent now: no connection, a rate limit (until `retryAt`), a refused token. */
  waiting: CarriedFailure.optional(),
})
export type JobSummary = z.output<typeof JobSummary>

/** All that is worked on for an account. */
export const JobList = z.object({
  /** Newest first. */
  jobs: z.array(JobSummary),
  /** Whether everything is paused. */
  isPaused: z.boolean(),
})
export type JobList = z.output<typeof JobList>

const job = z.strictObject({ job: z.int() })

/** What is worked on in the background: moderation, new users, reviews. What only reads or stops also works for a former administrator. */
export const jobs = {
  list: accountOperation({ input: z.strictObject({}), output: JobList }),
  /** Sends nothing of any kind, single actions included, until everything is resumed. */
  pauseAll: accountOperation({ input: z.strictObject({}), output: JobList }),
  resumeAll: adminOperation({ input: z.strictObject({}), output: JobList }),
  pause: accountOperation({ input: job, output: JobSummary }),
  /** Ends its pause or hold, and tries again at once what waits. */
  resume: adminOperation({ input: job, output: JobSummary }),
  /** Cancels what was not sent. */
  cancel: accountOperation({ input: job, output: JobSummary }),
  /** Queues again what failed. */
  retry: adminOperation({ input: job, output: JobSummary }),
  /** A line for each user, with the outcome, and what the job is. */
  report: accountOperation({
    input: job.extend({ format: z.enum(['csv', 'json']) }),
    output: SavedFiles,
  }),
}
