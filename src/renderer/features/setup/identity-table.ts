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
    (ofFile): IdentityTableEntry => ({
      ...ofFile[0]!,
      where: describeWhere(ofFile.map(({ where }) => where)),
      origins: unique(ofFile.map(describeReading)),
      conflicts: unique(ofFile.flatMap((row) => describeConflicts(row, rows))),
      identity: identities.find(({ id }) => isFileOf(ofFile[0]!, id)),
    }),
  )
  const unused = identities
    .filter(({ id }) => !rows.some((row) => isFileOf(row, id)))
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
function isFileOf({ file, isMadeByLatchkey }: IdentityTableRow, id: string): boolean {
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
    const other = rows.find((one) => one.id === id)
    if (!other || wins) return []
    const named = bidiIsolate(describeWhere([other.where]))
    return t('identities.overridden', { other: named, sure: String(isSure) })
  })
}

/** Describes the repositories in which Git reads a file. */
export function describeWhere(places: readonly IdentityTableRow['where'][]): string {
  const folders = places.flatMap((one) => (one.kind === 'folder' ? one.folder : []))
  const others = places.flatMap((one) => {
    if (one.kind === 'folder') return []
    if (one.kind === 'everywhere') return t('identities.everywhere')
    return one.kind === 'host'
      ? t('identities.inHost', { host: one.host })
      : t('identities.inCondition', { condition: one.condition })
  })
  const inFolders =
    folders.length > 0 ? [t('identities.inFolders', { folders: unique(folders) })] : []
  return [...inFolders, ...unique(others)].join(' · ')
}

const unique = (texts: readonly string[]) => [...new Set(texts)]
