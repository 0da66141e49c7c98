import { randomBytes } from 'node:crypto'
import type { Caller, Context } from './context.ts'
import { digestOf } from './database/digest.ts'
import { isOwner, namespaceByNumber } from './database/memberships.ts'
import { badRequest, forbidden } from './errors.ts'
import { toSentence } from './sentence.ts'
import { runnerNoteLimit } from '../shared/rules/limits.ts'

export const runnerTypes = ['instance_type', 'group_type', 'project_type'] as const
export const runnerAccessLevels = ['not_protected', 'ref_protected'] as const

/** In seconds. */
const minTimeout = 600

/** A runner to create. Omitted or null fields use GitLab's defaults. */
export interface NewRunner {
  runner_type: (typeof runnerTypes)[number]
  group_id?: number | null
  project_id?: number | null
  description?: string | null
  paused?: boolean | null
  locked?: boolean | null
  run_untagged?: boolean | null
  tag_list?: string[] | null
  access_level?: (typeof runnerAccessLevels)[number] | null
  /** In seconds. */
  maximum_timeout?: number | null
  maintenance_note?: string | null
}

/** Creates a runner for the caller. Only this response contains the token. Throws an `ApiError`. */
export function createRunner(context: Context, caller: Caller, runner: NewRunner) {
  // app/services/ci/runners/create_runner_service.rb checks the group or project first, then permissions, and then
  // fields.
  const namespaceId = findNamespaceId(context, caller, runner)
  assertValidRunner(runner)
  const { runner_type, group_id: _group, project_id: _project, ...settings } = runner
  const token = `glrt-${randomBytes(15).toString('base64url')}`
  const id = context.db.insert('runners', {
    creator_id: caller.user.id,
    runner_type,
    namespace_id: namespaceId,
    digest: digestOf(token),
    settings: JSON.stringify(settings),
    created_at: context.now().toISOString(),
  })
  return context.release.withoutUnknownFields('runner', {
    id,
    token,
    token_expires_at: null,
    token_rotation_deadline: null,
  })
}

/** A runner's group or project; null for an instance runner. */
function findNamespaceId({ db }: Context, caller: Caller, runner: NewRunner): number | null {
  if (runner.runner_type === 'instance_type') {
    if (!caller.isAdmin) throw forbidden('Insufficient permissions')
    return null
  }
  const namespace =
    runner.runner_type === 'group_type'
      ? namespaceByNumber(db, 'Namespace', runner.group_id ?? 0)
      : namespaceByNumber(db, 'Project', runner.project_id ?? 0)
  if (!namespace) throw badRequest('Missing/invalid scope')
  if (!caller.isAdmin && !isOwner(db, caller.user.id, namespace.id)) {
    throw forbidden('Insufficient permissions')
  }
  return namespace.id
}

function assertValidRunner({ maintenance_note, maximum_timeout, ...runner }: NewRunner): void {
  const errors: Record<string, string[]> = {}
  if (runner.run_untagged === false && !runner.tag_list?.length) {
    errors['tags_list'] = ['can not be empty when runner is not allowed to pick untagged jobs']
  }
  if ([...(maintenance_note ?? '')].length > runnerNoteLimit) {
    errors['maintenance_note'] = [`is too long (maximum is ${runnerNoteLimit} characters)`]
  }
  if ((maximum_timeout ?? minTimeout) < minTimeout) {
    errors['maximum_timeout'] = ['needs to be at least 10 minutes']
  }
  if (Object.keys(errors).length > 0) throw badRequest(toSentence(errors))
}
