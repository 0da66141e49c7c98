import { gpgKeys } from '../../../shared/gitlab/gpg-keys.ts'
import type { Expiry } from '../../../shared/operations/expiries.ts'
import { exportName } from '../../../shared/rules/export-name.ts'
import type { Failure } from '../../../shared/rules/failure.ts'
import { daysLeft, hasExpired } from '../../../shared/rules/utc-days.ts'
import type { AccountContext } from '../../context.ts'
import { parseGpgKey } from '../../gitlab/account-gpg-keys.ts'
import { allSshKeys } from '../../gitlab/account-ssh-keys.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { FailureError, type UnformattedFailure, formatFailure } from '../../platform/failure.ts'
import { t } from '../../platform/messages.ts'
import type { Feature } from '../feature.ts'
import { expiryCalendar } from './calendar.ts'

interface Dependencies {
  /** The account's own tokens, without revoked ones and Latchkey's. */
  ownTokens: {
    unrevoked(gitlab: GitLabClient): Promise<{
      tokens: readonly { id: number; name: string; expires_at?: string | null | undefined }[]
      isWhole: boolean
      failure?: UnformattedFailure
    }>
  }
}

type Found = Omit<Expiry, 'account' | 'daysLeft'>

interface Read {
  account: string
  items: Found[]
  failures: Failure[]
  isUnlisted: boolean
}

/** When the tokens and keys of all accounts expire. */
export function expiriesFeature(
  { accounts, clock, gitlabOf }: AccountContext,
  { ownTokens }: Dependencies,
): Feature<'expiries'> {
  async function readAccount(account: string): Promise<Read> {
    const gitlab = gitlabOf(account)
    const failures: Failure[] = []
    let isUnlisted = false
    async function part(read: () => Promise<Found[]>): Promise<Found[]> {
      try {
        return await read()
      } catch (error) {
        if (!(error instanceof FailureError)) throw error
        failures.push(formatFailure(error.failure))
        return []
      }
    }
    const parts = await Promise.all([
      part(async () => {
        const { tokens, isWhole, failure } = await ownTokens.unrevoked(gitlab)
        isUnlisted = !isWhole
        if (failure) failures.push(formatFailure(failure))
        return tokens.flatMap(({ id, name, expires_at }) => expiry('token', id, name, expires_at))
      }),
      part(async () => {
        const keys = await allSshKeys(gitlab)
        return keys.flatMap(({ id, title, expires_at }) => expiry('ssh', id, title, expires_at))
      }),
      part(() => readGpgKeys(gitlab, clock.now())),
    ])
    const { expiresAt } = accounts.account(account).accessToken ?? {}
    const own = expiry('access-token', undefined, t('desktop.ownToken'), expiresAt)
    return { account, items: [...own, ...parts.flat()], failures: distinct(failures), isUnlisted }
  }

  async function read(only: string | undefined) {
    const ids = only === undefined ? accounts.ids() : [accounts.account(only).id]
    const reads = await Promise.all(ids.map(readAccount))
    const now = clock.now()
    const items = reads.flatMap(({ account, items }) =>
      items
        .filter(({ at }) => !hasExpired(at, now))
        .map((item): Expiry => ({ account, ...item, daysLeft: daysLeft(item.at, now) })),
    )
    return {
      items: items.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
      failures: reads.flatMap(({ account, failures }) =>
        failures.map((failure) => ({ account, failure })),
      ),
      unlisted: reads.flatMap(({ account, isUnlisted }) => (isUnlisted ? [account] : [])),
    }
  }

  const ownerOf = (id: string) => {
    const { baseUrl, user } = accounts.account(id)
    return { baseUrl, username: user.username }
  }

  return {
    handlers: {
      expiries: {
        list: ({ account }) => read(account),
        async calendar({ account, days = Infinity }) {
          const { items: all, failures, unlisted } = await read(account)
          const items = all.filter((item) => item.daysLeft <= days)
          const owned = items.map((item) => ({ ...item, owner: ownerOf(item.account) }))
          const name = exportName('expiries', { instance: '', username: '' }, clock.now())
          return {
            filename: `${name}.ics`,
            text: expiryCalendar(owned, clock.now()),
            count: items.length,
            failures,
            unlisted,
          }
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function expiry(
  kind: Expiry['kind'],
  id: number | undefined,
  name: string,
  at: string | null | undefined,
): Found[] {
  return typeof at === 'string' && !Number.isNaN(Date.parse(at)) ? [{ kind, id, name, at }] : []
}

async function readGpgKeys(gitlab: GitLabClient, now: number): Promise<Found[]> {
  const keys = await gitlab.all(gpgKeys.list, {})
  const found = await Promise.all(
    keys.map(async (key) => {
      const details = (await parseGpgKey(key, now))?.details
      if (!details || details.revoked) return []
      return expiry('gpg', key.id, details.keyId, details.expires)
    }),
  )
  return found.flat()
}

/** Without those with the same message: without a connection, each part fails alike. */
function distinct(failures: readonly Failure[]): Failure[] {
  return [...new Map(failures.map((failure) => [failure.message, failure])).values()]
}
