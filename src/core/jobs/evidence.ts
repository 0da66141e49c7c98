import type { Evidence, EvidenceStep, RemovedObjects } from '../../shared/operations/jobs.ts'
import type { QueueAction } from '../../shared/rules/moderation.ts'
import { type TextFile, toDescribedJson } from '../platform/files/described-table.ts'
import { createTimeSlicer } from '../platform/time/time-slicer.ts'
import type { JobItem } from './job-kind.ts'
import { toJobItem } from './job-rows.ts'
import type { JobStore } from './job-store.ts'
import { formatStoredFailure } from './stored-failure.ts'

type EvidenceUser = Evidence['users'][number]

/** Reads an item's details for the evidence. */
export interface EvidenceReaders {
  objectsOf(item: JobItem): RemovedObjects | undefined
  handedOverOf?(item: JobItem): EvidenceStep['handedOver']
  lookOf?(item: JobItem): EvidenceStep['look']
  /** What depended on a user of the job. */
  dependentsOf?(user: number): EvidenceUser['dependents']
}

/** The evidence for a job's first users, or for a single one, with the steps in queue order. */
export function userEvidence(
  { sql }: Pick<JobStore, 'sql'>,
  job: number,
  { user, limit }: { user?: number | undefined; limit: number },
  readers: EvidenceReaders,
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
  for (const row of rows) users.add(toJobItem(row), readers)
  return users.list()
}

/** The evidence for all users as a file. Times are in UTC. */
export async function createEvidenceReport(
  store: JobStore,
  job: number,
  { name, description }: { name: string; description: object },
  readers: EvidenceReaders,
): Promise<TextFile[]> {
  const pause = createTimeSlicer()
  const users = new UserSteps()
  for (const page of store.pages(job)) {
    for (const item of page) users.add(item, readers)
    await pause()
  }
  const rows = users.list().map(({ steps, ...user }) => {
    return JSON.stringify({ ...user, steps: steps.map(toExport) })
  })
  return [{ filename: `${name}.json`, text: toDescribedJson(description, 'users', rows) }]
}

class UserSteps {
  readonly #users = new Map<number | string, EvidenceUser>()

  add(item: JobItem, readers: EvidenceReaders): void {
    const { id, username, name } = item.target
    const key = id ?? username
    const user = this.#users.get(key) ?? startUser({ id, username, name }, readers)
    this.#users.set(key, user)
    user.steps.push(toStep(item, readers))
  }

  list(): EvidenceUser[] {
    return [...this.#users.values()]
  }
}

function startUser(
  user: Pick<EvidenceUser, 'id' | 'username' | 'name'>,
  { dependentsOf }: EvidenceReaders,
): EvidenceUser {
  const dependents = user.id === undefined ? undefined : dependentsOf?.(user.id)
  return { ...user, steps: [], ...(dependents && { dependents }) }
}

function toStep(item: JobItem, readers: EvidenceReaders): EvidenceStep {
  const { action, state, before, after, failure, firstRequest, lastAnswer, finished } = item
  return {
    action: action as QueueAction,
    state,
    before,
    after,
    answer: failure && formatStoredFailure(failure).message,
    firstRequest,
    lastAnswer,
    finished,
    objects: readers.objectsOf(item),
    handedOver: readers.handedOverOf?.(item),
    look: readers.lookOf?.(item),
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
