import type { Identity } from '../../../shared/operations/identities.ts'
import type { IdentityTableRow } from '../../../shared/operations/repositories.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { describeOrigin } from './repository-messages.ts'

/** A Git config file and all the reasons Git reads it. */
export interface IdentityTableEntry extends Pick<
  IdentityTableRow,
  'id' | 'isMadeByLatchkey' | 'name' | 'email' | 'signingKey' | 'account'
> {
  /** Describes the repositories in which Git reads it. */
  where: string
  /** The places from which Git reads it. */
  origins: string[]
  /** Other identities that Git uses in some of the same repositories, and why. */
  conflicts: string[]
  /** The identity that Latchkey stores in it. */
  identity?: Identity | undefined
}

/** One entry per file, followed by identities that aren’t in use. */
export function identityEntries(
  rows: readonly IdentityTableRow[],
  identities: readonly Identity[],
): IdentityTableEntry[] {
  const used = [...Map.groupBy(rows, ({ file }) => file).values()].map(
    (fileRows): IdentityTableEntry => ({
      ...fileRows[0]!,
      where: describeWhere(fileRows.map(({ where }) => where)),
      origins: unique(fileRows.map(describeReading)),
      conflicts: unique(fileRows.flatMap((row) => describeConflicts(row, rows))),
      identity: identities.find(({ id }) => holdsIdentity(fileRows[0]!, id)),
    }),
  )
  const unused = identities
    .filter(({ id }) => !rows.some((row) => holdsIdentity(row, id)))
    .map((identity) => ({
      id: identity.id,
      isMadeByLatchkey: true,
      name: identity.name,
      email: identity.email,
      where: t('identities.nowhere'),
      origins: [],
      conflicts: [],
      identity,
    }))
  return [...used, ...unused]
}

/** Whether a file holds an identity. Latchkey names these files after the identity’s ID. */
function holdsIdentity({ file, isMadeByLatchkey }: IdentityTableRow, id: string): boolean {
  return isMadeByLatchkey && file.split(/[/\\]/).at(-1) === `${id}.gitconfig`
}

function describeReading({ file, readFrom }: IdentityTableRow): string {
  const origin = describeOrigin(readFrom)
  return file === readFrom.file ? origin : `${origin} → ${file}`
}

/** Explains which identity Git uses if it reads several. An exception to a global identity isn’t a conflict. */
function describeConflicts(row: IdentityTableRow, rows: readonly IdentityTableRow[]): string[] {
  if (row.where.kind === 'everywhere') return []
  return row.conflicts.flatMap(({ with: id, wins, isSure }) => {
    const other = rows.find((candidate) => candidate.id === id)
    if (!other || wins) return []
    const named = bidiIsolate(describeWhere([other.where]))
    return t('identities.overridden', { other: named, sure: String(isSure) })
  })
}

/** Describes the repositories in which Git reads a file. */
export function describeWhere(places: readonly IdentityTableRow['where'][]): string {
  const folders = places.flatMap((place) => (place.kind === 'folder' ? place.folder : []))
  const others = places.flatMap((place) => {
    if (place.kind === 'folder') return []
    if (place.kind === 'everywhere') return t('identities.everywhere')
    return place.kind === 'host'
      ? t('identities.inHost', { host: place.host })
      : t('identities.inCondition', { condition: place.condition })
  })
  const inFolders =
    folders.length > 0 ? [t('identities.inFolders', { folders: unique(folders) })] : []
  return [...inFolders, ...unique(others)].join(' · ')
}

const unique = (texts: readonly string[]) => [...new Set(texts)]
