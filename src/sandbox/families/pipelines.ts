import type { Caller, Context } from '../context.ts'
import {
  type Namespace,
  accessLevels,
  levelIn,
  namespaceByNumber,
} from '../database/memberships.ts'
import type { PipelineScheduleRow } from '../database/pipeline-schedules.ts'
import { userById } from '../database/users.ts'
import { forbidden, notFound } from '../errors.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { offsetPage, pagingParameters } from '../paging.ts'
import { integer, required } from '../parameters.ts'
import { basicView } from '../views.ts'

const id = required(integer())

/** Schedules of a project's pipelines (`lib/api/ci/pipeline_schedules.rb`). */
export const pipelineScheduleHandlers: FamilyHandlers<'pipelineSchedules'> = {
  list: defineHandler({
    parameters: { project_id: id, ...pagingParameters },
    answer: (call) => {
      const { context, caller, values } = call
      const project = requireProject(context, caller, values.project_id)
      return offsetPage<PipelineScheduleRow>(call, {
        from: 'FROM pipeline_schedules WHERE project_id = ?',
        values: [project.id],
        orderBy: 'id',
        view: (schedule) => scheduleView(context, schedule),
      })
    },
  }),

  get: defineHandler({
    parameters: { project_id: id, schedule_id: id },
    answer: ({ context, caller, values }) =>
      scheduleView(context, requireSchedule(context, caller, values)),
  }),

  takeOwnership: defineHandler({
    parameters: { project_id: id, schedule_id: id },
    answer({ context, caller, values }) {
      const { id, project_id, owner_id } = requireSchedule(context, caller, values)
      // app/policies/ci/pipeline_schedule_policy.rb
      const isMaintainer =
        caller.isAdmin || levelIn(context.db, caller.user.id, project_id) >= accessLevels.maintainer
      if (!isMaintainer || owner_id === caller.user.id) throw forbidden()
      context.db.run(
        'UPDATE pipeline_schedules SET owner_id = ?, updated_at = ? WHERE id = ?',
        caller.user.id,
        context.now().toISOString(),
        id,
      )
      return scheduleView(context, requireSchedule(context, caller, values))
    },
  }),
}

/** `lib/api/ci/runners.rb` */
export const runnerHandlers: FamilyHandlers<'runners'> = {
  list: defineHandler({
    parameters: pagingParameters,
    answer: (call) =>
      offsetPage<RunnerRow>(call, {
        from: 'FROM runners WHERE ?1 = 1',
        values: [1],
        orderBy: 'id DESC',
        view: (runner) => runnerView(call.context, runner),
      }),
  }),
}

interface RunnerRow {
  id: number
  creator_id: number | null
  runner_type: string
  settings: string
  created_at: string
}

function requireProject(context: Context, { user, isAdmin }: Caller, number: number): Namespace {
  const project = namespaceByNumber(context.db, 'Project', number)
  const level = project ? levelIn(context.db, user.id, project.id) : 0
  if (!project || (!isAdmin && level === 0)) throw notFound('Project')
  if (!isAdmin && level < accessLevels.developer) throw forbidden()
  return project
}

function requireSchedule(
  context: Context,
  caller: Caller,
  values: { project_id: number; schedule_id: number },
): PipelineScheduleRow {
  const project = requireProject(context, caller, values.project_id)
  const schedule = context.db.one<PipelineScheduleRow>(
    'SELECT * FROM pipeline_schedules WHERE id = ? AND project_id = ?',
    values.schedule_id,
    project.id,
  )
  if (!schedule) throw notFound('Pipeline Schedule')
  return schedule
}

/** `lib/api/entities/ci/pipeline_schedule.rb` */
function scheduleView(
  context: Context,
  { project_id: _, owner_id, active, ...schedule }: PipelineScheduleRow,
) {
  return {
    ...schedule,
    cron_timezone: 'UTC',
    active: active === 1,
    owner: userView(context, owner_id),
  }
}

/** `lib/api/entities/ci/runner.rb` */
function runnerView(
  context: Context,
  { id, creator_id, runner_type, settings, created_at }: RunnerRow,
) {
  const { description = null, paused = false } = JSON.parse(settings) as {
    description?: string | null
    paused?: boolean | null
  }
  return context.release.withoutUnknownFields('runner', {
    id,
    description,
    runner_type,
    is_shared: runner_type === 'instance_type',
    paused: paused === true,
    created_at,
    created_by: userView(context, creator_id),
  })
}

function userView(context: Context, id: number | null) {
  const user = id === null ? undefined : userById(context.db, id)
  return user ? basicView(context, user) : null
}
