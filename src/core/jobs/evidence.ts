import type { Evidence, EvidenceStep, RemovedObjects } from '../../shared/operations/jobs.ts'
import type { QueueAction } from '../../shared/rules/moderation.ts'
import { type TextFile, toDescribedJson } from '../platform/files/described-table.ts'
import { createTimeSlicer } from '../platform/time/time-slicer.ts'
import type { JobItem } from './job-kind.ts'
import { toJobItem } from './job-rows.ts'
import type { JobStore } from './job-store.ts'
import { formatStoredFailure } from './stored-failure.ts'

type EvidenceUser = Evidence['users'][number]

/** Reads the results of an item that removes objects. */
export type ReadObjects = (item: JobItem) => RemovedObjects | undefined

/** The evidence for a job's first users, or for a single one, with the steps in queue order. */
export function userEvidence(
  { sql }: Pick<JobStore, 'sql'>,
  job: number,
  { user, limit }: { user?: number | undefined; limit: number },
  objectsOf: ReadObjects,
): EvidenceUser[] {
  const rows = sql.all(
    `SELECT * FROM items WHERE job = ?1 AND target IN (
       SELECT target FROM items WHERE job = ?1 AND (?2 IS NULL OR target = ?2) GROUP BY target ORDER BY min(id) LIMIT ?3)
     ORDER BY id`,
    job,
    user ?? null,
    limit,
  )
  const users = new UserSteps()
  for (const row of rows) users.add(toJobItem(row), objectsOf)
  return users.list()
}

/** The evidence for all users as a file. Times are in UTC. */
export async function createEvidenceReport(
  store: JobStore,
  job: number,
  { name, description }: { name: string; description: object },
  objectsOf: ReadObjects,
): Promise<TextFile[]> {
  const pause = createTimeSlicer()
  const users = new UserSteps()
  for (const page of store.pages(job)) {
    for (const item of page) users.add(item, objectsOf)
    await pause()
  }
  const rows = users.list().map(({ steps, ...user }) => {
    return JSON.stringify({ ...user, steps: steps.map(toExport) })
  })
  return [{ filename: `${name}.json`, text: toDescribedJson(description, 'users', rows) }]
}

class UserSteps {
  readonly #users = new Map<number | string, EvidenceUser>()

  add(item: JobItem, objectsOf: ReadObjects): void {
    const { id, username, name } = item.target
    const key = id ?? username
    const user = this.#users.get(key) ?? { id, username, name, steps: [] }
    this.#users.set(key, user)
    user.steps.push(toStep(item, objectsOf(item)))
  }

  list(): EvidenceUser[] {
    return [...this.#users.values()]
  }
}

function toStep(
  { action, state, before, after, failure, firstRequest, lastAnswer, finished }: JobItem,
  objects: RemovedObjects | undefined,
): EvidenceStep {
  return {
    action: action as QueueAction,
    state,
    before,
    after,
    answer: failure && formatStoredFailure(failure).message,
    firstRequest,
    lastAnswer,
    finished,
    objects,
  }
}

function toExport({ state, firstRequest, lastAnswer, finished, ...step }: EvidenceStep) {
  const toIso = (moment?: number) => moment && new Date(moment).toISOString()
  return {
    ...step,
    outcome: state,
    first_request: toIso(firstRequest),
    last_answer: toIso(lastAnswer),
    finished: toIso(finished),
  }
}
