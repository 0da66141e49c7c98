import type { HoldCause, HoldReason } from '../../shared/operations/queue.ts'
import type { QueueState } from '../../shared/rules/item-states.ts'
import type { SqlRow } from '../platform/sqlite/sql.ts'
import { readersOf } from '../platform/sqlite/stored-row.ts'
import type { Job, JobItem } from './job-kind.ts'
import { parseFailure } from './stored-failure.ts'

export function toJobItem(row: SqlRow): JobItem {
  const { text, number, json, isDamaged } = readersOf(row)
  const failure = text('failure')
  const due = number('due')
  return {
    id: Number(row['id']),
    kind: String(row['kind']),
    job: number('job'),
    step: number('step'),
    due: due === undefined ? undefined : { at: due, zone: String(row['zone']) },
    action: String(row['action']),
    target: {
      id: number('target'),
      username: String(row['username']),
      name: String(row['name']),
      state: text('target_state'),
    },
    expectedState: text('expected_state'),
    reason: text('reason'),
    note: row['note'] === 1,
    state: row['state'] as QueueState,
    created: Number(row['created']),
    notBefore: Number(row['not_before']),
    expires: number('expires'),
    position: Number(row['position']),
    attempts: Number(row['attempts']),
    checks: Number(row['checks']),
    before: text('before'),
    parameters: json('parameters'),
    snapshot: json('snapshot'),
    accepted: row['accepted'] === 1,
    after: text('after'),
    usernameNow: text('username_now'),
    result: json('result'),
    failure: failure === undefined ? undefined : parseFailure(failure),
    firstRequest: number('first_request'),
    lastAnswer: number('last_answer'),
    finished: number('finished'),
    ...(isDamaged() && { isDamaged: true as const }),
  }
}

export function toJob(row: SqlRow): Job {
  const { text, number, json } = readersOf(row)
  const refusal = text('refusal')
  return {
    id: Number(row['id']),
    kind: String(row['kind']),
    parameters: json('parameters'),
    actor: String(row['actor']),
    reason: text('reason'),
    created: Number(row['created']),
    state: row['state'] as Job['state'],
    hold: text('hold') as HoldReason | undefined,
    holdCause: text('hold_cause') as HoldCause | undefined,
    refusal: refusal === undefined ? undefined : parseFailure(refusal),
    total: Number(row['total']),
    users: Number(row['users']),
    isFirst: row['first'] === 1,
    starts: number('starts'),
    isUndoMissed: row['undo'] === 2 && row['state'] === 'paused',
  }
}
