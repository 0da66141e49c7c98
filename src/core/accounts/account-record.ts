import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Account, type AccountColour, accountColours } from '../../shared/operations/accounts.ts'
import type { CurrentUser } from '../../shared/gitlab/user-fields.ts'
import { labelLimit } from '../../shared/rules/limits.ts'
import { HttpUrl } from '../platform/files/http-url.ts'
import { truncate } from '../../shared/rules/text-length.ts'

/**
 * An account as stored in `accounts.json`. None of the fields can contain a token. Unknown values written by other
 * versions fall back to defaults.
 */
export const AccountRecord = Account.omit({ token: true }).extend({
  baseUrl: HttpUrl,
  colour: Account.shape.colour.catch(accountColours[0]),
  isAdmin: Account.shape.isAdmin.catch(false),
  canWrite: Account.shape.canWrite.catch(undefined),
  hasAdminMode: Account.shape.hasAdminMode.catch(undefined),
  granularScopes: Account.shape.granularScopes.catch(undefined),
  demo: Account.shape.demo.catch(false),
  firstSteps: Account.shape.firstSteps.catch(undefined),
  accessToken: Account.shape.accessToken.catch(undefined),
  session: Account.shape.session.catch(undefined),
  /** Whether the token came from Git. */
  fromGit: z.boolean().optional().catch(undefined),
  /** Saved before a rotation is sent, so it survives a restart. In-memory states aren't stored. */
  rotation: z.enum(['unconfirmed', 'lost']).optional().catch(undefined),
  /** Where and under what name the token is stored, plus the name of any rotated token stored next to it. */
  secret: z.discriminatedUnion('store', [
    z.object({ store: z.literal('keychain'), name: z.string(), pending: z.string().optional() }),
    // The name of a keychain item that may be left over.
    z.object({
      store: z.literal('session'),
      name: z.string().optional(),
      pending: z.string().optional(),
    }),
  ]),
})
export type AccountRecord = z.output<typeof AccountRecord>

export const AccountFile = z.object({ accounts: z.array(AccountRecord).default([]) })
export type AccountFile = z.output<typeof AccountFile>

/** Creates a new account's record. */
export function createRecord(
  baseUrl: string,
  me: CurrentUser,
  others: readonly AccountRecord[],
  demo: boolean,
): AccountRecord {
  return {
    id: randomUUID(),
    baseUrl,
    label: truncate(me.name, labelLimit) || me.username,
    colour: leastUsedColour(others),
    ...userDetails(me),
    demo,
    secret: { store: 'session' },
  }
}

/**
 * The fields that each GET /user updates; unreadable names keep their last known values. `is_admin` is only present for
 * administrators, so a missing one means false.
 */
export function userDetails(
  me: CurrentUser,
  previous?: AccountRecord['user'],
): Pick<AccountRecord, 'user' | 'isAdmin'> {
  const username = me.username || (previous?.username ?? '')
  const name = me.name || (previous?.name ?? '')
  return {
    user: { id: me.id, username, name, webUrl: me.web_url ?? undefined },
    isAdmin: me.is_admin === true,
  }
}

/** The name of the keychain item for an account's token: unique, and recognizable in the system's keychain app. */
export function keychainItemName(record: AccountRecord): string {
  const { name } = record.secret
  // The username may have changed since.
  return name !== undefined && isOwnItem(name, record)
    ? name
    : record.user.username + itemNameEnd(record)
}

/**
 * Whether a keychain item is for an account's instance. If not, `accounts.json` was edited, or copied from another
 * computer, and the token must not be sent.
 */
export function isOwnItem(name: string, record: Pick<AccountRecord, 'id' | 'baseUrl'>): boolean {
  // guard: token-instance
  return name.replace(pendingEnd, '').endsWith(itemNameEnd(record))
}

/** An unencrypted URL is another instance. */
function itemNameEnd({ id, baseUrl }: Pick<AccountRecord, 'id' | 'baseUrl'>): string {
  return ` at ${baseUrl.replace(/^https:\/\//, '')} (${id.slice(0, 8)})`
}

/** The name of the item for a rotated token that hasn't replaced the other one yet. */
export function pendingItemName(name: string): string {
  return `${name} (new)`
}

const pendingEnd = / \(new\)$/

function leastUsedColour(others: readonly AccountRecord[]): AccountColour {
  const uses = (colour: AccountColour) => others.filter((other) => other.colour === colour).length
  return accountColours.toSorted((a, b) => uses(a) - uses(b))[0]!
}
