import { crc32 } from 'node:zlib'
import type { PersonalAccessToken } from '../../../shared/gitlab/tokens.ts'
import type { InstanceCredential } from '../../../shared/operations/credentials.ts'
import type { InstanceCredentialKind } from '../../../shared/rules/credentials.ts'
import { nameLimit } from '../../../shared/rules/limits.ts'
import { truncate } from '../../../shared/rules/text-length.ts'
import {
  type GranularPermissions,
  broadScopes,
  scopeTexts,
} from '../../../shared/rules/token-scopes.ts'
import { normalizeForSearch } from '../../list-copy/normalize-for-search.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { textOf } from '../../platform/messages.ts'
import { UnusableDatabase } from '../../platform/sqlite/database-failure.ts'
import type { SqlValue } from '../../platform/sqlite/database.ts'
import { toSortableTime } from '../../platform/time/sortable-time.ts'
import type { ReviewedKey } from '../reviewed-owner.ts'
import {
  type CredentialSource,
  credentialNumber,
  credentialRowColumns,
} from './credentials-schema.ts'

type Text = string | null
type Flag = 0 | 1 | null

/** A credential in the copy. */
export interface CredentialRow {
  id: number
  source: CredentialSource
  user: number | null
  title: string
  description: Text
  scopes: Text
  permissions: Text
  fingerprint: Text
  algorithm: Text
  bits: number | null
  created_at: Text
  expires_at: Text
  last_used_at: Text
  never_used: 0 | 1
  last_used_ips: Text
  active: Flag
  revoked: Flag
  read_at: number
  search_key: string
}

/** A credential in the file. */
export interface StoredCredentialRow extends CredentialRow {
  number: number
  mark: number | null
  sum: number
}

/** A row with its owner. */
export interface OwnedCredentialRow extends StoredCredentialRow {
  kind: InstanceCredentialKind
  username: Text
  name: Text
  owner_state: Text
  owner_is_admin: Flag
}

/** Every search reads all keys, so they must be limited. */
const maxKeyLength = 1_000

const searchKeyOf = (...texts: (string | null | undefined)[]) =>
  normalizeForSearch(truncate(texts.filter(Boolean).join(' '), maxKeyLength))

/** Longer than any list of scopes or addresses, and of permissions. Lists and exports would otherwise fill the memory. */
const maxTextLength = 1_000
const maxPermissionsLength = 20_000

// guard: token-texts
const shorten = (text: string, limit = maxTextLength): string => truncate(text, limit)

/** A token's name as it is stored. */
export const storedTitle = ({ name }: Pick<PersonalAccessToken, 'name'>): string =>
  shorten(name, nameLimit)

/** Builds a row from an entry of GitLab's list. */
export function toTokenRow(token: PersonalAccessToken, readAt: number): CredentialRow {
  const { id, user_id, last_used_at, granular_scopes, scopes } = token
  const title = storedTitle(token)
  const description = shorten(token.description ?? '')
  const addresses = shorten(token.last_used_ips?.join(', ') ?? '') || null
  const isActive = token.active ?? (token.revoked === true ? false : null)
  return {
    id,
    source: 'token',
    user: user_id ?? null,
    title,
    description: description || null,
    scopes: granular_scopes?.length ? null : shorten((scopes ?? []).join(' ')),
    permissions: granular_scopes?.length ? permissionsOf(granular_scopes) : null,
    fingerprint: null,
    algorithm: null,
    bits: null,
    created_at: toSortableTime(token.created_at),
    expires_at: toSortableTime(token.expires_at),
    last_used_at: toSortableTime(last_used_at),
    never_used: last_used_at === null ? 1 : 0,
    last_used_ips: addresses,
    active: toFlag(isActive),
    revoked: toFlag(token.revoked),
    read_at: readAt,
    search_key: searchKeyOf(title, description, addresses),
  }
}

/** As many permissions as are stored, as JSON. */
function permissionsOf(all: readonly unknown[]): string {
  let length = 0
  const stored = all.filter((one) => (length += JSON.stringify(one).length) < maxPermissionsLength)
  return JSON.stringify(stored)
}

/** Builds a row from a key that a review read at a time (ms since 1970). */
export function toKeyRow({ kind, ...key }: ReviewedKey, readAt: number): CredentialRow {
  const { title, fingerprint } = key
  return {
    ...key,
    source: kind,
    description: null,
    scopes: null,
    permissions: null,
    last_used_ips: null,
    active: null,
    revoked: null,
    read_at: readAt,
    search_key: searchKeyOf(title, fingerprint),
  }
}

function toFlag(value: boolean | null | undefined): Flag {
  return typeof value === 'boolean' ? (value ? 1 : 0) : null
}

const toBoolean = (flag: Flag) => (flag === null ? null : flag === 1)

/** A list entry's hash, which covers fields that aren't stored. */
export function tokenHash(token: PersonalAccessToken): number {
  return crc32(JSON.stringify(token))
}

/** The parameters of `upsertCredential`. */
export function credentialValues(row: CredentialRow, mark: number | null): SqlValue[] {
  const values = rowValuesOf(row, mark)
  return [...values, sumOf(values)]
}

/** Throws `UnusableDatabase` if a row isn't what was written. */
export function verifyCredential<Row extends StoredCredentialRow>(row: Row): Row {
  if (sumOf(rowValuesOf(row, row.mark)) === row.sum) return row
  throw new UnusableDatabase(`the row of credential ${row.number} is not what was written`)
}

type Value = string | number | null

function rowValuesOf(row: CredentialRow, mark: number | null): Value[] {
  const number = credentialNumber(row.source, row.id)
  return [number, ...credentialRowColumns.map((column) => row[column]), mark]
}

function sumOf(values: readonly Value[]): number {
  return crc32(values.map((value) => `${value ?? '\u0000'}\n`).join(''))
}

/** A row for a screen. `own` are the IDs of tokens that Latchkey uses. */
export function toInstanceCredential(
  row: OwnedCredentialRow,
  own: ReadonlySet<number>,
): InstanceCredential {
  const { id, kind, user, title, description, scopes, permissions } = row
  const isToken = row.source === 'token'
  return {
    id,
    kind,
    user,
    title,
    description,
    username: row.username === null ? null : truncate(row.username, nameLimit),
    name: row.name === null ? null : truncate(row.name, nameLimit),
    owner_state: row.owner_state,
    owner_is_admin: toBoolean(row.owner_is_admin),
    fingerprint: row.fingerprint,
    algorithm: row.algorithm,
    bits: row.bits,
    scopes: permissions === null ? scopes : permissionText(permissions),
    created_at: row.created_at,
    expires_at: row.expires_at,
    last_used_at: row.last_used_at,
    never_used: row.never_used === 1,
    last_used_ips: row.last_used_ips,
    active: toBoolean(row.active),
    revoked: toBoolean(row.revoked),
    broad: isToken ? isBroadScope(scopes) : null,
    isLatchkeys: isToken && own.has(id),
    read_at: row.read_at,
  }
}

function isBroadScope(scopes: Text): boolean {
  return (scopes ?? '').split(' ').some((scope) => broadScopes.includes(scope))
}

function permissionText(permissions: string): string {
  const parsed = attempt(() => JSON.parse(permissions) as GranularPermissions[]) ?? []
  return scopeTexts({ granular_scopes: parsed }).map(textOf).join('; ')
}
