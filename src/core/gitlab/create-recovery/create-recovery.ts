import { type UnformattedFailure, FailureError } from '../../platform/failure.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { type AnyEndpoint, checkInput } from '../../../shared/gitlab/endpoint.ts'
import type { GitLabClient } from '../gitlab-client.ts'
import {
  type RecoverableCreate,
  type Revoke,
  type ListCandidates,
  type CreatedItem,
  recoverableCreates,
} from './recoverable-creates.ts'
import { type SearchResult, isUnexplainedRefusal, uncertainCreate } from './uncertain-create.ts'

/** How long (ms) the optional check before a create may take. */
const beforeMs = 5_000
/** How long (ms) the check afterwards may take, while the user waits. */
const afterMs = 10_000
/** Tolerated clock difference (ms) for recognizing a new token. */
const clockToleranceMs = 5 * 60_000

/** What is needed to look for a created object. */
interface Search {
  what: Message
  listCandidates: ListCandidates
  /** IDs of similar objects that existed before the create; undefined if unknown. */
  before: ReadonlySet<number> | undefined
  revoke: Revoke | undefined
  /** Where to look if the list can't be read. */
  web: ReturnType<NonNullable<RecoverableCreate['onTheWeb']>> | undefined
  /** Whether the response contains a secret. */
  isSecret: boolean
  /** When the create was sent, in milliseconds since 1970. */
  sentAt: number
  failure: UnformattedFailure
}

/**
 * Sends a write. Guarantee: a create is never repeated, even if its response is lost. Instead, GitLab is checked once for
 * the created object. If it is there and has no secret, the create succeeds; otherwise, it fails with `creation`.
 */
export async function sendCreate<T>(
  gitlab: GitLabClient,
  endpoint: AnyEndpoint,
  input: unknown,
  send: () => Promise<T>,
): Promise<T> {
  const creation = recoverableCreates.get(endpoint)
  // Invalid input is rejected before anything is sent.
  if (!creation || !isValidInput(endpoint, input)) return send()
  const description = creation.what(input)
  const listCandidates = creation.listCandidates?.(input)
  // Clocks differ, so older objects are recognized by ID rather than creation time.
  const before =
    !listCandidates || creation.unique ? new Set<number>() : await idsBefore(gitlab, listCandidates)
  const sentAt = currentTime()
  try {
    return await send()
  } catch (cause) {
    if (!(cause instanceof FailureError)) throw cause
    const { failure } = cause
    const isLost = mayHaveHappened(failure)
    const web = creation.onTheWeb?.(input)
    if (isLost && !listCandidates)
      throw uncertainCreate(failure, description, { found: 'unlisted', ...web! })
    if (!listCandidates || !(isLost || isUnexplainedRefusal(failure))) throw cause
    const revoke = creation.revoke?.(input)
    const isSecret = endpoint.secret === true
    const search = {
      what: description,
      listCandidates,
      before,
      revoke,
      web,
      isSecret,
      sentAt,
      failure,
    }
    const createdItem = isLost
      ? await findLost(gitlab, search)
      : await findRefused(gitlab, { ...search, ...(creation.unique && unknownBefore) })
    if (!createdItem) throw cause
    return (creation.answer?.(createdItem) ?? createdItem) as T
  }
}

/** The object that a create whose response was lost created; otherwise throws what can be known. */
async function findLost(gitlab: GitLabClient, search: Search): Promise<CreatedItem> {
  const items = await findNewItems(gitlab, search)
  if (items === 'unlisted')
    throw uncertainCreate(search.failure, search.what, { found: 'unlisted', ...search.web! })
  if (items && items.length > 0) return requireOnlyItem(search, items)
  throw uncertainCreate(search.failure, search.what, { found: items ? 'no' : 'unread' })
}

/** Undefined if nothing appeared, so the rejection stands. */
async function findRefused(gitlab: GitLabClient, search: Search): Promise<CreatedItem | undefined> {
  const items = await findNewItems(gitlab, search)
  return Array.isArray(items) && items.length > 0 ? requireOnlyItem(search, items) : undefined
}

/** Objects that have appeared since the create was sent; undefined if that can't be determined now. */
async function findNewItems(
  gitlab: GitLabClient,
  { listCandidates, before, web }: Search,
): Promise<CreatedItem[] | 'unlisted' | undefined> {
  let skipped = 0
  const onSkipped = (count: number) => void (skipped += count)
  const signal = AbortSignal.timeout(afterMs)
  const candidates = await listCandidates(gitlab, { signal, onSkipped }).catch((error: unknown) =>
    web && isListMissing(error) ? 'unlisted' : undefined,
  )
  if (candidates === 'unlisted') return candidates
  const newItems = candidates?.filter(({ id }) => !before?.has(id))
  // The new object may be one of the unreadable entries.
  return newItems?.length === 0 && skipped > 0 ? undefined : newItems
}

/** Returns the created object if it is the only new one and no secret was lost; otherwise throws. */
function requireOnlyItem(
  { what: description, before, isSecret, sentAt, revoke, failure }: Search,
  appearedItems: CreatedItem[],
): CreatedItem {
  const [createdItem, another] = appearedItems
  const throwAs = (seen: SearchResult): never => {
    throw uncertainCreate(failure, description, seen)
  }
  // Without an earlier list, only a token can be recognized as new: nobody has used it yet.
  const isKnownNew = before !== undefined || (isSecret && isRecent(createdItem!, sentAt))
  if (!isKnownNew || another) return throwAs({ found: 'unclear', many: before !== undefined })
  return isSecret
    ? throwAs({ found: 'yes', id: createdItem!.id, revoke: revoke?.(createdItem!) })
    : createdItem!
}

/** Whether this version lacks the list, or the token lacks the scope for it. */
function isListMissing(error: unknown): boolean {
  if (!(error instanceof FailureError)) return false
  const { kind, reason } = error.failure
  return kind === 'not-found' || (kind === 'forbidden' && reason === 'insufficient-scope')
}

function isRecent({ created_at: at }: CreatedItem, sentAt: number): boolean {
  return typeof at === 'string' && Date.parse(at) >= sentAt - clockToleranceMs
}

/** Unique objects aren't looked up beforehand, so after a rejection they may or may not have existed before. */
const unknownBefore = { before: undefined }

/** Undefined if the list can't be read; the create is sent anyway. */
async function idsBefore(
  gitlab: GitLabClient,
  listCandidates: ListCandidates,
): Promise<ReadonlySet<number> | undefined> {
  const options = { once: true, signal: AbortSignal.timeout(beforeMs) } as const
  const candidates = await listCandidates(gitlab, options).catch(() => undefined)
  return candidates && new Set(candidates.map(({ id }) => id))
}

function isValidInput(endpoint: AnyEndpoint, input: unknown): boolean {
  try {
    checkInput(endpoint, input)
    return true
  } catch {
    return false
  }
}
