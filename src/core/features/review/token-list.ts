import { readsTokenList } from '../../../shared/rules/review.ts'
import { type PersonalAccessToken, personalAccessTokens } from '../../../shared/gitlab/tokens.ts'
import type { CallOptions } from '../../gitlab/target.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError } from '../../platform/failure.ts'
import type { ItemContext } from '../../jobs/job-kind.ts'

/**
 * Personal access tokens by user, from the instance's list. The tokens of users without an entry are requested one user
 * at a time.
 */
export type TokenList = 'absent' | ReadonlyMap<number, readonly PersonalAccessToken[]>

/** How many pages the instance's list has: 0 if there is no list, null if the number isn't reported. */
export async function countTokenPages(
  { page }: Pick<GitLabClient, 'page'>,
  options?: CallOptions,
): Promise<number | null> {
  try {
    const first = await page(personalAccessTokens.list, {}, undefined, options)
    const { items, skipped = 0, next, total } = first
    if (next === undefined) return 1
    return total === undefined ? null : Math.ceil(total / (items.length + skipped))
  } catch (error) {
    if (error instanceof FailureError && error.failure.kind === 'not-found') return 0
    throw error
  }
}

/** Reads the instance's list for these users, unless it takes fewer requests to get each user's tokens. */
export async function readTokenList(
  users: readonly number[],
  { page, all, actorId, signal }: Pick<ItemContext, 'page' | 'all' | 'actorId' | 'signal'>,
): Promise<TokenList> {
  const options = { signal, once: true } as const
  const pages = await countTokenPages({ page }, options)
  if (pages === 0) return 'absent'
  if (!readsTokenList(users.length, pages)) return new Map()
  let isWhole = true
  const onSkipped = () => void (isWhole = false)
  const tokens = await all(personalAccessTokens.list, {}, { ...options, onSkipped })
  const owners = new Set(tokens.map(({ user_id }) => user_id ?? undefined))
  // Without admin rights, GitLab returns only the requester's own tokens.
  const hasOthers = owners.size > 1 || !owners.has(actorId)
  if (!isWhole || owners.has(undefined) || !hasOthers) return new Map()
  const list = new Map(users.map((user): [number, PersonalAccessToken[]] => [user, []]))
  for (const token of tokens) list.get(token.user_id!)?.push(token)
  return list
}
