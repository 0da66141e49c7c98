import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type {
  CredentialsState,
  InstanceCredential,
} from '../../../shared/operations/credentials.ts'
import type { CredentialView } from '../../../shared/rules/credentials.ts'
import { toCsv, toCsvLines } from '../../platform/files/csv.ts'
import { type TextFile, besideCsv, toDescribedJson } from '../../platform/files/described-table.ts'
import type { CredentialOrder, InstanceCredentialFilters } from './credentials-store.ts'

/** The columns keep the names from GitLab's API if there are any, because scripts read these files. */
const exportedColumns = [
  'user',
  'username',
  'name',
  'owner_state',
  'owner_is_admin',
  'kind',
  'id',
  'title',
  'description',
  'fingerprint',
  'algorithm',
  'bits',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
  'never_used',
  'last_used_ips',
  'active',
  'revoked',
  'broad',
  'read_at',
] as const satisfies readonly (keyof InstanceCredential)[]

export interface ExportedCredentials {
  /** In batches. */
  pages: Iterable<readonly InstanceCredential[]>
  query: InstanceCredentialFilters & CredentialOrder
  state: CredentialsState
  counts: Record<CredentialView, number | null>
  instance: string
  actor: string
  /** Without an extension. */
  filename: string
  now: number
}

/** The matching credentials, and a description: what they are, how old they are, and what couldn't be read. */
export async function exportInstanceCredentials(
  { pages, filename, ...facts }: ExportedCredentials,
  format: 'csv' | 'json',
): Promise<TextFile[]> {
  const lines: string[] = []
  let rows = 0
  for (const page of pages) {
    const written = page.map(toExported)
    lines.push(
      ...(format === 'json'
        ? written.map((row) => JSON.stringify(row))
        : [toCsvLines(written.map((row) => exportedColumns.map((column) => toCell(row[column]))))]),
    )
    rows += page.length
    await yieldToEventLoop()
  }
  const head = describe(facts, rows)
  const file = `${filename}.${format}`
  if (format === 'json')
    return [{ filename: file, text: toDescribedJson(head, 'credentials', lines) }]
  return besideCsv({ filename: file, text: toCsv([exportedColumns]) + lines.join('') }, head)
}

function describe(
  { query, state, counts, instance, actor, now }: Omit<ExportedCredentials, 'pages' | 'filename'>,
  rows: number,
) {
  const { keys } = state
  return {
    instance,
    exported_by: actor,
    saved_at: toIsoMoment(now),
    scope: 'all credentials of the instance',
    state: state.phase,
    tokens_total: state.tokens,
    tokens_as_of: toIsoMoment(state.asOf),
    tokens_listed_by_instance: !state.isUnsupported,
    tokens_unreadable: state.skipped ?? 0,
    owners_as_of: toIsoMoment(state.ownersAsOf),
    credentials_with_unknown_owner: state.ownerUnknown,
    keys_total: keys?.total ?? null,
    keys_read_from: toIsoMoment(keys?.from),
    keys_read_to: toIsoMoment(keys?.to),
    users_with_keys_read: keys ? keys.users - keys.unread : null,
    users_with_keys_unreadable: keys?.unread ?? null,
    kinds: [...query.kinds],
    filters: [...query.filters],
    search: query.search ?? '',
    user: query.user ?? null,
    rows,
    totals: counts,
  }
}

function toExported(credential: InstanceCredential) {
  const columns = exportedColumns.map((column) => [column, credential[column]] as const)
  return { ...Object.fromEntries(columns), read_at: toIsoMoment(credential.read_at) } as Record<
    (typeof exportedColumns)[number],
    string | number | boolean | null
  >
}

function toCell(value: string | number | boolean | null): string {
  return value === null ? '' : String(value)
}

function toIsoMoment(moment: number | undefined): string | null {
  return moment === undefined ? null : new Date(moment).toISOString()
}
