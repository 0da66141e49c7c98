import { retryFailed } from '../../jobs/retry-failed.ts'
import { existsSync } from 'node:fs'
import type {
  CredentialsState,
  InstanceCredential,
} from '../../../shared/operations/credentials.ts'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { AnyEndpoint } from '../../../shared/gitlab/endpoint.ts'
import {
  type PersonalAccessToken,
  impersonationTokens,
  personalAccessTokens,
} from '../../../shared/gitlab/tokens.ts'
import type { JobSummary } from '../../../shared/operations/jobs.ts'
import { accountExportName } from '../../../shared/rules/export-name.ts'
import { accountFiles } from '../../accounts/account-folders.ts'
import type { AccountContext } from '../../context.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { ItemContext } from '../../jobs/job-kind.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { AccountCopies } from '../../list-copy/account-copies.ts'
import { CopyFile } from '../../list-copy/copy-file.ts'
import { FailureError } from '../../platform/failure.ts'
import { createFailureError } from '../../platform/failures.ts'
import type { Feature } from '../feature.ts'
import type { ReviewedOwner } from '../reviewed-owner.ts'
import { AccountCredentials } from './account-credentials.ts'
import { toInstanceCredential } from './credential-row.ts'
import { credentialsKind } from './credentials-kind.ts'
import { credentialNumber } from './credentials-schema.ts'
import type { CredentialOrder, InstanceCredentialFilters } from './credentials-store.ts'
import { exportInstanceCredentials } from './export.ts'
import {
  revocationName,
  type RevocationItem,
  type TokenToRevoke,
  revocationKind,
} from './revocation-kind.ts'
import {
  type RevocationsOptions,
  previewRevocation,
  revocationPage,
  revocationScreen,
  startRevocation,
  startSingleRevocation,
} from './revocations.ts'

interface DirectoryUserRow {
  id: number
  username: string
  name: string
  state: string
  is_admin: 0 | 1 | null
  bot: 0 | 1 | null
}

interface Dependencies {
  jobs: Jobs
  runs: BackgroundJobs
  directory: {
    asOf(account: string): number | undefined
    load(gitlab: GitLabClient): Promise<void>
    rows(account: string, ids: readonly number[]): DirectoryUserRow[]
  }
  reviewed: {
    signature(account: string): string
    readOwners(account: string): Iterable<readonly ReviewedOwner[]>
  }
}

export interface CredentialsFeature extends Feature<'credentials'> {
  /** Queues the revocation of a token that was selected by hand. */
  revokeToken: (
    account: string,
    target: RevocationItem['target'],
    token: Omit<TokenToRevoke, 'byHand'>,
  ) => Promise<JobSummary>
  /** Throws if Latchkey may be signed in with a token. */
  assertNotLatchkeys(
    context: Pick<ItemContext, 'account' | 'call'>,
    token: { id: number; user: number; username: string },
  ): Promise<void>
  /** The IDs of the tokens that Latchkey is known to use on an account's instance. */
  ownTokensOf(account: string): ReadonlySet<number>
  /** Counts credentials with current owners, for reports; undefined if there is no copy. */
  readReport(
    account: string,
    queries: readonly InstanceCredentialFilters[],
  ): Promise<ReturnType<AccountCredentials['report']> | undefined>
  /** Removes all copies. */
  clear(): void
}

/** How many rows an export reads at a time. */
const exportBatchSize = 500

/** A copy of all tokens of an instance, and runs that revoke many of them. */
export function credentialsFeature(
  context: AccountContext,
  { jobs, runs, directory, reviewed }: Dependencies,
): CredentialsFeature {
  const { accounts, ceilings, clock, events, exceptions, folders, hooks, log, refresh, settings } =
    context
  const { worker } = context.ports
  const copies = new AccountCopies({
    accounts: () => accounts.ids(),
    fileOf: (account) =>
      new CopyFile({
        kind: credentialsKind,
        path: folders.path(account, accountFiles.credentials),
        worker,
        log,
      }),
    open: (account, file, onCorruption) =>
      new AccountCredentials({
        copy: file.copy(),
        startPageThread: () => file.startPageThread(),
        freeBytes: () => file.freeBytes(),
        diskFailure: () => file.failure,
        rights: () => refresh(account),
        userId: () => accounts.account(account).user.id,
        directory: {
          asOf: () => directory.asOf(account),
          load: (gitlab) => directory.load(gitlab),
          find: (ids) => directory.rows(account, ids).map(toOwner),
        },
        reviews: {
          signature: () => reviewed.signature(account),
          read: () => reviewed.readOwners(account),
        },
        onChange: (state) => events.emit('credentials', { account, state }),
        onCorruption,
        clock,
        log,
      }),
    onChange: (account, state: CredentialsState) => events.emit('credentials', { account, state }),
    log,
  })
  const use = <T>(
    { account }: Pick<GitLabClient, 'account'>,
    act: (own: AccountCredentials) => T,
  ) => copies.use(account, act)

  events.on('lock', ({ locked }) => {
    // guard: locked-credentials
    if (locked) copies.pause()
  })
  hooks.answered.subscribe((account, endpoint, answer, input) => {
    const revoked = revokedBy(endpoint, input)
    if (revoked !== undefined) useExisting(account, (own) => own.markRevoked(revoked))
    if (endpoint === personalAccessTokens.get)
      useExisting(account, (own) => own.patch(answer as PersonalAccessToken))
  })

  /** Changes an administrator's copy, but creates none. */
  function useExisting<T>(account: string, act: (own: AccountCredentials) => T): T | undefined {
    if (!accounts.ids().includes(account) || !accounts.account(account).isAdmin) return undefined
    const path = folders.path(account, accountFiles.credentials)
    const isKnown = path === undefined || existsSync(path)
    return isKnown ? copies.tryUse(account, act) : undefined
  }

  /** The accounts on the same instance, whose tokens Latchkey uses, and those at other URLs, which may be the same one's. */
  function signedIn(account: string) {
    const { baseUrl } = accounts.account(account)
    const all = accounts.ids().map((id) => accounts.account(id))
    return {
      same: all.filter((other) => other.baseUrl === baseUrl),
      elsewhere: all.filter((other) => other.baseUrl !== baseUrl),
    }
  }
  function ownTokensOf(account: string): ReadonlySet<number> {
    const { same, elsewhere } = signedIn(account)
    // guard: alias-listed
    const aliases = elsewhere.filter((other) => {
      const id = other.accessToken?.id
      if (id === undefined) return false
      const numbers = [credentialNumber('token', id)]
      const [row] = useExisting(account, (own) => own.rows(numbers)) ?? []
      return row !== undefined && isOwner(other, row)
    })
    return new Set([...same, ...aliases].flatMap(({ accessToken }) => accessToken?.id ?? []))
  }

  /** Throws if Latchkey may be signed in with a token. Its own token may have been replaced since it was described. */
  async function assertNotLatchkeys(
    { account, call }: Pick<ItemContext, 'account' | 'call'>,
    token: { id: number; user: number; username: string },
  ): Promise<void> {
    const { same, elsewhere } = signedIn(account)
    // guard: alias-token
    same.push(...elsewhere.filter((other) => isOwner(other, token)))
    if (same.some(({ accessToken }) => accessToken?.id === token.id))
      throw createFailureError('tokens.latchkeys')
    const { session, user } = accounts.account(account)
    if (!session) {
      const own = await readOwnTokenId(call)
      if (own === token.id) throw createFailureError('tokens.latchkeys')
      if (own === undefined && user.id === token.user)
        throw createFailureError('tokens.latchkeysUnknown')
    }
    const mayBeOthers = same.some(
      (other) =>
        other.id !== account &&
        other.user.id === token.user &&
        !other.session &&
        other.accessToken?.id === undefined,
    )
    if (mayBeOthers) throw createFailureError('tokens.latchkeysUnknown')
  }

  const optionsOf = ({ account }: Pick<GitLabClient, 'account'>): RevocationsOptions => ({
    ...queueOptionsOf(account),
    credentials: use({ account }, (own) => own),
  })
  function queueOptionsOf(account: string): Omit<RevocationsOptions, 'credentials'> {
    const { user, baseUrl } = accounts.account(account)
    return {
      account,
      jobs: jobs.of(account),
      runs,
      actor: user.username,
      ownTokens: ownTokensOf(account),
      exceptionOf: (owner) => exceptions.reasonFor(baseUrl, owner),
      room: (wanted) =>
        ceilings.excessOf(baseUrl, 'revoke_tokens', {
          wanted,
          aheadOf: () => jobs.usersAhead(baseUrl, 'revoke_tokens'),
        }),
      settings: settings.read(),
      clock,
    }
  }
  jobs.register(
    revocationKind({
      assertNotLatchkeys,
      exceptionOf: (account, owner) =>
        exceptions.reasonFor(accounts.account(account).baseUrl, owner),
      onRevoked: (account, token) => useExisting(account, (own) => own.markRevoked(token)),
    }),
    {
      ...revocationScreen,
      retry: (account, job) => retryFailed(jobs.of(account), revocationName, job, clock.now()),
    },
  )

  async function list(
    gitlab: GitLabClient,
    query: InstanceCredentialFilters & CredentialOrder & { offset: number; limit: number },
  ) {
    await use(gitlab, (own) => own.refresh())
    const counts = await use(gitlab, (own) => own.counts())
    const tokens = ownTokensOf(gitlab.account)
    return use(gitlab, (own) => {
      const { rows, total } = own.page(query, query)
      return {
        items: rows.map((row) => toInstanceCredential(row, tokens)),
        total,
        counts,
        kindCounts: own.kindCounts(),
        state: own.state(),
      }
    })
  }

  function* exportedPages(
    gitlab: GitLabClient,
    numbers: Float64Array,
  ): Iterable<InstanceCredential[]> {
    const tokens = ownTokensOf(gitlab.account)
    for (let from = 0; from < numbers.length; from += exportBatchSize) {
      const batch = [...numbers.subarray(from, from + exportBatchSize)]
      const rows = use(gitlab, (own) => own.rows(batch))
      yield rows.map((row) => toInstanceCredential(row, tokens))
    }
  }

  return {
    handlers: {
      credentials: {
        async state(_, gitlab) {
          await use(gitlab, (own) => own.refresh())
          return use(gitlab, (own) => own.state())
        },
        sync: (_, gitlab) => use(gitlab, (own) => own.sync(gitlab)),
        pause: (_, gitlab) => use(gitlab, (own) => own.stop()),
        list: (query, gitlab) => list(gitlab, query),
        ids: (filters, gitlab) => use(gitlab, (own) => own.tokenIds(filters)),
        ownerIds: (filters, gitlab) => use(gitlab, (own) => own.ownerIds(filters)),
        async tellApart({ users }, gitlab) {
          for (const user of users) await use(gitlab, (own) => own.tellApart(gitlab, user))
          return use(gitlab, (own) => own.state())
        },
        async export({ format, ...query }, gitlab) {
          await use(gitlab, (own) => own.refresh())
          const { baseUrl, user } = accounts.account(gitlab.account)
          const now = clock.now()
          return exportInstanceCredentials(
            {
              pages: exportedPages(
                gitlab,
                use(gitlab, (own) => own.numbers(query)),
              ),
              query,
              counts: await use(gitlab, (own) => own.counts()),
              state: use(gitlab, (own) => own.state()),
              instance: baseUrl,
              actor: user.username,
              filename: accountExportName('credentials', { baseUrl, user }, now),
              now,
            },
            format,
          )
        },
        async preview({ selection }, gitlab) {
          await use(gitlab, (own) => own.refresh())
          const state = use(gitlab, (own) => own.state())
          return previewRevocation(optionsOf(gitlab), selection, state)
        },
        previewTokens: ({ selection, ...page }, gitlab) =>
          revocationPage(optionsOf(gitlab), selection, page),
        revoke: (request, gitlab) => startRevocation(optionsOf(gitlab), request),
      },
    },
    revokeToken: (account, { id, username, name, state }, token) =>
      startSingleRevocation(queueOptionsOf(account), { id, username, name, state }, token),
    assertNotLatchkeys,
    ownTokensOf,
    async readReport(account, queries) {
      await useExisting(account, (own) => own.refresh())
      return useExisting(account, (own) => own.report(queries))
    },
    clear: () => copies.clear(),
    forgetAccount: (id) => copies.forget(id),
    close: () => copies.close(),
  }
}

/** Whether a token's owner is an account's user, as far as their ID and username tell. */
function isOwner(
  { user }: Pick<Account, 'user'>,
  owner: { user: number | null; username: string | null },
): boolean {
  return user.id === owner.user && user.username === owner.username
}

/** The ID of the token that a request revokes, or replaces. */
function revokedBy(endpoint: AnyEndpoint, input: unknown): number | undefined {
  if (endpoint === personalAccessTokens.revoke || endpoint === personalAccessTokens.rotate)
    return Number((input as { token_id: number | string }).token_id)
  if (endpoint === impersonationTokens.revoke)
    return Number((input as { impersonation_token_id: number | string }).impersonation_token_id)
  return undefined
}

function toOwner({ is_admin, bot, ...user }: DirectoryUserRow) {
  const toBoolean = (flag: 0 | 1 | null) => (flag === null ? null : flag === 1)
  return { ...user, is_admin: toBoolean(is_admin), bot: toBoolean(bot) }
}

/** The ID of the request's own token; undefined if the instance doesn't reveal it. */
async function readOwnTokenId(call: ItemContext['call']): Promise<number | undefined> {
  try {
    return (await call(personalAccessTokens.self, {}, { once: true })).id ?? undefined
  } catch (error) {
    const isAbsent = error instanceof FailureError && [404, 400].includes(error.failure.status ?? 0)
    if (isAbsent) return undefined
    throw error
  }
}
