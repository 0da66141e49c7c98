import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../shared/gitlab/tokens.ts'
import { FailureError } from '../platform/failure.ts'
import type { GitLabClient } from './gitlab-client.ts'
import type { CallOptions } from './target.ts'

type Reader = Pick<GitLabClient, 'all' | 'call' | 'page'>

/** Why a list is unusable: it includes other users' tokens or unreadable entries. */
type ListProblem = 'filter-ignored' | 'unreadable'

/** A user's tokens, or why they can't be listed; `unsupported` if the instance has no such list. */
export type ReadUserTokens =
  | {
      listed: 'all'
      /** Includes impersonation tokens. */
      tokens: PersonalAccessToken[]
      impersonationIds: ReadonlySet<number>
      /** ID of the token that the requests use, if the instance reveals it. */
      requestTokenId: number | undefined
    }
  | { listed: 'unsupported' | ListProblem }

interface Question {
  userId: number
  /** ID of the account's own user. */
  ownId: number
  state?: 'active' | 'inactive'
}

/**
 * Reads a user's personal access tokens. Throws if they can't be read. Guarantee: never returns a list that may include
 * another user's token.
 */
export async function readUserTokens(
  gitlab: Reader,
  { userId, ownId, state }: Question,
  options: CallOptions = {},
): Promise<ReadUserTokens> {
  const read = await readList(gitlab, { user_id: userId, state }, ownId, options)
  if (typeof read === 'string') return { listed: read }
  const requestTokenId = await readRequestTokenId(gitlab, options)
  if (userId !== ownId && read.some(({ id }) => id === requestTokenId)) {
    return { listed: 'filter-ignored' }
  }
  // Read after the list, so it covers every impersonation token in it.
  const impersonationIds = await readImpersonationIds(gitlab, userId, options)
  if (!impersonationIds) return { listed: 'unreadable' }
  return { listed: 'all', tokens: read, impersonationIds, requestTokenId }
}

/** The IDs of a user's impersonation tokens, which only administrators can read; undefined if some couldn't be read. */
export async function readImpersonationIds(
  gitlab: Pick<GitLabClient, 'all'>,
  userId: number,
  options: CallOptions = {},
): Promise<ReadonlySet<number> | undefined> {
  let isAnySkipped = false
  const tokens = await gitlab.all(
    impersonationTokens.list,
    { user_id: userId, state: 'all' },
    { ...options, onSkipped: () => (isAnySkipped = true) },
  )
  return isAnySkipped ? undefined : new Set(tokens.map(({ id }) => id))
}

/**
 * Reads the tokens that the instance lists for a user, including impersonation tokens. Stops early if the list
 * includes other users' tokens.
 */
export async function readListOf(
  gitlab: Pick<Reader, 'all' | 'page'>,
  query: { user_id: number; state?: Question['state'] },
  options: CallOptions = {},
): Promise<PersonalAccessToken[] | ListProblem> {
  const check = (tokens: PersonalAccessToken[], isAnySkipped: boolean) => {
    const owners = tokens.map(({ user_id }) => user_id ?? undefined)
    if (owners.some((id) => id !== undefined && id !== query.user_id)) return 'filter-ignored'
    return isAnySkipped || owners.includes(undefined) ? 'unreadable' : tokens
  }
  const { items, next, skipped } = await gitlab.page(
    personalAccessTokens.list,
    query,
    undefined,
    options,
  )
  const first = check(items as PersonalAccessToken[], Boolean(skipped))
  if (next === undefined || typeof first === 'string') return first
  let isAnySkipped = false
  const allTokens = await gitlab.all(personalAccessTokens.list, query, {
    ...options,
    onSkipped: () => (isAnySkipped = true),
  })
  return check(allTokens, isAnySkipped)
}

async function readList(
  gitlab: Reader,
  query: { user_id: number; state: Question['state'] },
  ownId: number,
  options: CallOptions,
): Promise<PersonalAccessToken[] | 'unsupported' | ListProblem> {
  try {
    return await readListOf(gitlab, query, options)
  } catch (error) {
    if (!isNotFound(error)) throw error
    // Newer versions also respond like this for an unknown user.
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

/** Undefined before GitLab 15.5, and for a session, which has no personal access token. */
export async function readRequestTokenId(
  gitlab: Pick<Reader, 'call'>,
  options: CallOptions = {},
): Promise<number | undefined> {
  try {
    return (await gitlab.call(personalAccessTokens.self, {}, options)).id ?? undefined
  } catch (error) {
    if (isNotFound(error) || isOtherTokenType(error)) return undefined
    throw error
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof FailureError && error.failure.kind === 'not-found'
}

/** Whether GitLab refuses the request because it doesn't carry a personal access token. */
function isOtherTokenType(error: unknown): boolean {
  return error instanceof FailureError && error.failure.status === 400
}
