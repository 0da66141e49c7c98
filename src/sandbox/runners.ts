import { createHash, randomBytes } from 'node:crypto'
import type { Caller } from './authentication.ts'
import type { Context } from './context.ts'
import { isOwner, namespaceById } from './database/memberships.ts'
import { badRequest, forbidden } from './errors.ts'
import { sentence } from './sentence.ts'
import { runnerNoteLimit } from '../shared/limits.ts'

export const runnerTypes = ['instance_type', 'group_type', 'project_type'] as const
export const runnerAccessLevels = ['not_protected', 'ref_protected'] as const

/** Seconds. */
const shortestTimeout = 600

/** A runner that somebody asks for; what is left out or null has the service's default. */
export interface RunnerWish {
  runner_type: (typeof runnerTypes)[number]
  group_id?: number | null
  project_id?: number | null
  description?: string | null
  paused?: boolean | null
  locked?: boolean | null
  run_untagged?: boolean | null
  tag_list?: string[] | null
  access_level?: (typeof runnerAccessLevels)[number] | null
  /** Seconds. */
  maximum_timeout?: number | null
  maintenance_note?: string | null
}

/** Creates a runner for the caller; the token is in this answer and nowhere else. Throws a refusal. */
export function createRunner(context: Context, caller: Caller, wish: RunnerWish) {
  // app/services/ci/runners/create_runner_service.rb: first the place, then the rights, then the fields
  const namespaceId = placeOf(context, caller, wish)
  refuseWrongFields(wish)
  const { runner_type, group_id: _group, project_id: _project, ...settings } = wish
  const token = `glrt-${randomBytes(15).toString('base64url')}`
  const { id } = context.db.run(
    `INSERT INTO runners (creator_id, runner_type, namespace_id, digest, settings, created_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    caller.user.id,
    runner_type,
    namespaceId,
    createHash('sha256').update(token).digest('hex'),
    JSON.stringify(settings),
    context.now().toISOString(),
  )
  return context.release.shown('runner', {
    id,
    token,
    token_expires_at: null,
    token_rotation_deadline: null,
  })
}

/** The group or project a runner is for; null for one of the whole instance. */
function placeOf({ db }: Context, caller: Caller, wish: RunnerWish): number | null {
  if (wish.runner_type === 'instance_type') {
    if (!caller.isAdmin) throw forbidden('Insufficient permissions')
    return null
  }
  const place =
    wish.runner_type === 'group_type'
      ? namespaceById(db, 'Namespace', wish.group_id ?? 0)
      : namespaceById(db, 'Project', wish.project_id ?? 0)
  if (!place) throw badRequest('Missing/invalid scope')
  if (!caller.isAdmin && !isOwner(db, caller.user.id, place.id)) {
    throw forbidden('Insufficient permissions')
  }
  return place.id
}

function refuseWrongFields({ maintenance_note, maximum_timeout, ...wish }: RunnerWish): void {
  const wrong: Record<string, string[]> = {}
  if (wish.run_untagged === false && !wish.tag_list?.length) {
    wrong['tags_list'] = ['can not be empty when runner is not allowed to pick untagged jobs']
  }
  if ([...(maintenance_note ?? '')].length > runnerNoteLimit) {
    wrong['maintenance_note'] = [`is too long (maximum is ${runnerNoteLimit} characters)`]
  }
  if ((maximum_timeout ?? shortestTimeout) < shortestTimeout) {
    wrong['maximum_timeout'] = ['needs to be at least 10 minutes']
  }
  if (Object.keys(wrong).length > 0) throw badRequest(sentence(wrong))
}
