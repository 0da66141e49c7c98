import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Flag, Id, ResponseText, SentId, Timestamp, maybe, textOrEmpty } from './fields.ts'

const NamedUser = z.looseObject({ id: Id, username: textOrEmpty, name: textOrEmpty })

/** Runs pipelines of a project with its owner's rights (`lib/api/entities/ci/pipeline_schedule.rb`). */
export const PipelineSchedule = z.looseObject({
  id: Id,
  description: textOrEmpty,
  ref: maybe(ResponseText),
  cron: maybe(ResponseText),
  next_run_at: maybe(Timestamp),
  active: maybe(Flag),
  /** Null if the owner was deleted. */
  owner: maybe(NamedUser),
})
export type PipelineSchedule = z.output<typeof PipelineSchedule>

export const Runner = z.looseObject({
  id: Id,
  description: maybe(ResponseText),
  runner_type: maybe(ResponseText),
  /** Who created it; not every version returns it. */
  created_by: maybe(NamedUser),
})
export type Runner = z.output<typeof Runner>

const schedule = '/projects/:project_id/pipeline_schedules/:schedule_id'

export const pipelineSchedules = {
  list: endpoint('GET', '/projects/:project_id/pipeline_schedules', {
    returns: z.array(PipelineSchedule),
    paged: true,
    fresh: true,
    optional: true,
    local: true,
  }),
  get: endpoint('GET', schedule, {
    returns: PipelineSchedule,
    fresh: true,
    optional: true,
    local: true,
  }),
  /**
   * Makes the user who sends the request the owner, and nobody else: `sudo` is required, so that it is never the
   * administrator (`lib/api/ci/pipeline_schedules.rb`).
   */
  takeOwnership: endpoint('POST', `${schedule}/take_ownership`, {
    body: z.strictObject({ sudo: SentId }),
    returns: PipelineSchedule,
    shared: true,
    optional: true,
    local: true,
  }),
}

export const runners = {
  /** All runners of the instance. */
  list: endpoint('GET', '/runners/all', {
    returns: z.array(Runner),
    paged: true,
    admin: true,
    optional: true,
    local: true,
  }),
}
