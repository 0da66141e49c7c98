import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../shared/gitlab/tokens.ts'
import { FailureError } from '../platform/failure.ts'
import type { GitLabClient } from './gitlab-client.ts'
import type { CallOptions } from './target.ts'

type Reader = Pick<GitLabClient, 'all' | 'call' | 'page'>

/** The tokens of a user, or why they can't be listed: the instance has no such list, or ignores whose tokens were asked for. */
export type ReadUserTokens =
  | {
      listed: 'all'
      /** Impersonation tokens included. */
      tokens: PersonalAccessToken[]
      impersonationIds: ReadonlySet<number>
      /** The token of the requests, if the instance tells. */
      requestTokenId: number | undefined
    }
  | { listed: 'unsupported' | 'filter-ignored' }

interface Question {
  userId: number
  /** The user of the account that asks. */
  ownId: number
  state?: 'active' | 'inactive'
}

/**
 * Reads the personal access tokens of a user. Throws if they can't be read. Promise: a list that may have a token of anybody else is
 * not returned.
 */
export async function readUserTokens(
  gitlab: Reader,
  { userId, ownId, state }: Question,
  options: CallOptions = {},
): Promise<ReadUserTokens> {
  const read = await readList(gitlab, { user_id: userId, state }, ownId, options)
  if (read === 'unsupported' || read === 'filter-ignored') return { listed: read }
  const requestTokenId = await readRequestTokenId(gitlab, options)
  if (userId !== ownId && read.some(({ id }) => id === requestTokenId)) {
    return { listed: 'filter-ignored' }
  }
  // Read after the list, so that it has every impersonation token of the list.
  const impersonationIds = await readImpersonationIds(gitlab, userId, options)
  return { listed: 'all', tokens: read, impersonationIds, requestTokenId }
}

/** The IDs of the impersonation tokens of a user, which only administrators can read. */
export async function readImpersonationIds(
  gitlab: Pick<GitLabClient, 'all'>,
  userId: number,
  options: CallOptions = {},
): Promise<ReadonlySet<number>> {
  const tokens = await gitlab.all(
    impersonationTokens.list,
    { user_id: userId, state: 'all' },
    options,
  )
  return new Set(tokens.map(({ id }) => id))
}

async function readList(
  gitlab: Reader,
  query: { user_id: number; state: Question['state'] },
  ownId: number,
  options: CallOptions,
): Promise<PersonalAccessToken[] | 'unsupported' | 'filter-ignored'> {
  const areAllOf = (tokens: readonly PersonalAccessToken[]) =>
    tokens.every(({ user_id }) => user_id === query.user_id)
  try {
    // A list of everybody's tokens is not read to its end.
    const { items, next, skipped } = await gitlab.page(
      personalAccessTokens.list,
      query,
      undefined,
      options,
    )
    const first = items as PersonalAccessToken[]
    if (skipped || !areAllOf(first)) return 'filter-ignored'
    if (next === undefined) return first
    let isAnySkipped = false
    const all = await gitlab.all(personalAccessTokens.list, query, {
      ...options,
      onSkipped: () => (isAnySkipped = true),
    })
    return isAnySkipped || !areAllOf(all) ? 'filter-ignored' : all
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Newer versions answer so for an unknown user, too.
    if (await isListAbsent(gitlab, ownId, options)) return 'unsupported'
    throw error
  }
}

async function isListAbsent(gitlab: Reader, ownId: number, options: CallOptions): Promise<boolean> {
  try {
    await gitlab.page(personalAccessTokens.list, { user_id: ownId }, undefined, options)
    return false
  } catch (error) {
    if (isNotFound(error)) return true
    throw error
  }
}

/** Undefined before GitLab 15.5. */
async function readRequestTokenId(
  gitlab: Reader,
  options: CallOptions,
): Promise<number | undefined> {
  try {
    return (await gitlab.call(personalAccessTokens.self, {}, options)).id ?? undefined
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'not-found'
}
