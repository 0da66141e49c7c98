import { customAttributes } from '../../../../shared/gitlab/custom-attributes.ts'
import type { PartSplit, ReviewItem, Reviewer } from '../../../../shared/operations/review.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { FailureError } from '../../../platform/failure.ts'
import { createFailureError } from '../../../platform/failures.ts'
import { readCsv } from '../../../platform/files/read-csv.ts'
import { createTimeSlicer } from '../../../platform/time/time-slicer.ts'
import { maxDepth } from '../places.ts'

/** What a review knows about its users. */
export interface KnownReviewer extends Reviewer {
  id: number
  username: string
}

export interface SplitContext {
  gitlab: Pick<GitLabClient, 'call'>
  /** The reviewers of the review’s plan. */
  reviewers: readonly Reviewer[]
  /** Finds a user of the review by username or email, ignoring case. */
  findUser(text: string): KnownReviewer | undefined
  /** The owners of a group or project, as the review read them. */
  ownersOf(item: ReviewItem): readonly KnownReviewer[]
}

/** The items for each reviewer. Those that nobody was found for are at the end, without a reviewer. */
export interface Share {
  reviewer: Reviewer | undefined
  items: ReviewItem[]
}

/** Splits items by reviewer. By owner, nobody gets an item about themselves if the place has another owner. */
export async function splitItems(
  items: readonly ReviewItem[],
  split: PartSplit,
  context: SplitContext,
): Promise<Share[]> {
  const reviewerOf = await createRule(items, split, context)
  const shares = new Map<string, Share>()
  const pause = createTimeSlicer()
  for (const item of items) {
    // guard: split-slices
    await pause()
    const reviewer = reviewerOf(item)
    const key = reviewer?.email.toLowerCase() ?? ''
    const share = shares.get(key) ?? { reviewer, items: [] }
    shares.set(key, share)
    share.items.push(item)
  }
  return [...shares.values()].toSorted((a, b) => Number(!a.reviewer) - Number(!b.reviewer))
}

type Rule = (item: ReviewItem) => Reviewer | undefined

async function createRule(
  items: readonly ReviewItem[],
  split: PartSplit,
  context: SplitContext,
): Promise<Rule> {
  switch (split.by) {
    case 'reviewer':
      return () => split.reviewer
    case 'owner':
      return byOwner(context)
    case 'attribute':
      return byAttribute(items, split.attribute, context)
    case 'map':
      return byMap(split.text, context)
  }
}

function byOwner({ ownersOf }: SplitContext): Rule {
  const known = new Map<string, readonly KnownReviewer[]>()
  return (item) => {
    const place = `${item.source_type} ${item.source}`
    // guard: owners-once
    const owners = known.get(place) ?? ownersOf(item)
    known.set(place, owners)
    return toReviewer(owners.find(({ username }) => username !== item.username) ?? owners[0])
  }
}

const toReviewer = (known: KnownReviewer | undefined): Reviewer | undefined =>
  known && { name: known.name, email: known.email }

/** A reviewer by username or email: from the plan, a user of the review, or at least the address. */
function reviewerNamed(text: string, { reviewers, findUser }: SplitContext): Reviewer | undefined {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return undefined
  const planned = reviewers.find(({ email }) => email.toLowerCase() === wanted)
  const known = planned ?? toReviewer(findUser(wanted))
  return known ?? (wanted.includes('@') ? { name: text.trim(), email: text.trim() } : undefined)
}

async function byAttribute(
  items: readonly ReviewItem[],
  attribute: string,
  context: SplitContext,
): Promise<Rule> {
  const values = new Map<number, Reviewer | undefined>()
  for (const { user } of items) {
    if (user === null || values.has(user)) continue
    values.set(user, reviewerNamed(await readAttribute(context.gitlab, user, attribute), context))
  }
  return ({ user }) => (user === null ? undefined : values.get(user))
}

/** Empty if the user doesn’t have the attribute. */
async function readAttribute(
  { call }: Pick<GitLabClient, 'call'>,
  id: number,
  attribute: string,
): Promise<string> {
  try {
    return (await call(customAttributes.get, { id, attribute })).value
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return ''
    throw error
  }
}

/** Throws if the file lacks a column, or if a line names nobody. */
async function byMap(text: string, context: SplitContext): Promise<Rule> {
  const [head, ...rows] = await readCsv(text)
  const names = head!.cells.map((cell) => cell.trim().toLowerCase())
  const [user, group, reviewer] = ['user', 'group', 'reviewer'].map((name) => names.indexOf(name))
  if (reviewer === -1 || (user === -1 && group === -1))
    throw createFailureError('review.mapColumns')
  const users = new Map<string, Reviewer>()
  const groups = new Map<string, Reviewer>()
  for (const { line, cells } of rows) {
    const found = reviewerNamed(cells[reviewer!] ?? '', context)
    if (!found) throw createFailureError('review.mapReviewer', { line })
    const username = (cells[user!] ?? '').trim().replace(/^@/, '').toLowerCase()
    const path = (cells[group!] ?? '')
      .trim()
      .replace(/^\/+|\/+$/g, '')
      .toLowerCase()
    if (username) users.set(username, found)
    else if (path && !groups.has(path)) groups.set(path, found)
  }
  return (item) => {
    const own = users.get((item.username ?? '').toLowerCase())
    if (own || item.source === null) return own
    // The nearest group decides.
    return pathsTo(item.title.toLowerCase()).flatMap((path) => groups.get(path) ?? [])[0]
  }
}

/** A path and those of the groups around it, the longest first. */
function pathsTo(path: string): string[] {
  const paths = [path]
  let end = path.indexOf('/')
  for (let depth = 0; end !== -1 && depth <= maxDepth; depth += 1) {
    paths.splice(1, 0, path.slice(0, end))
    end = path.indexOf('/', end + 1)
  }
  return paths
}
