import { storeAvatar } from '../avatars.ts'
import { countsOf } from '../database/users.ts'
import { type FamilyHandlers, defineHandler } from '../handler.ts'
import { type Rule, boolean, choice, file, integer, list, required, text } from '../parameters.ts'
import { createRunner, runnerAccessLevels, runnerTypes } from '../runners.ts'
import { currentView } from '../views.ts'
import { activities } from './activities.ts'

/** The current user. */
export const userHandlers: FamilyHandlers<'user'> = {
  get: defineHandler({ answer: ({ context, caller }) => currentView(context, caller) }),

  setAvatar: defineHandler({
    parameters: { avatar: required(file()) },
    answer: ({ context, caller, values }) => ({
      avatar_url: storeAvatar(context, caller.user.id, values.avatar),
    }),
  }),

  activities,

  counts: defineHandler({
    answer: ({ caller }) => {
      const counts = countsOf(caller.user)
      return {
        merge_requests: counts.assigned_merge_requests,
        assigned_issues: counts.assigned_issues,
        assigned_merge_requests: counts.assigned_merge_requests,
        review_requested_merge_requests: counts.review_requested_merge_requests,
        todos: counts.todos,
      }
    },
  }),

  createRunner: defineHandler({
    parameters: {
      runner_type: required(choice(runnerTypes)),
      group_id: integer(),
      project_id: integer(),
      description: text(),
      maintenance_note: text(),
      paused: boolean(),
      locked: boolean(),
      access_level: choice(runnerAccessLevels),
      run_untagged: boolean(),
      tag_list: list(text()),
      maximum_timeout: integer(),
    },
    rules: [
      requiredForType('group_type', 'group_id'),
      requiredForType('project_type', 'project_id'),
    ],
    scopes: ['create_runner'],
    answer: ({ context, caller, values }) => createRunner(context, caller, values),
  }),
}

/** The parameter that a runner of this type requires. */
function requiredForType(type: (typeof runnerTypes)[number], name: string): Rule {
  return (given) =>
    given['runner_type'] === type && (given[name] ?? '') === '' ? `${name} is missing` : undefined
}
