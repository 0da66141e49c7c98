import type { Identity } from '../../../shared/operations/identities.ts'
import type { IdentityTableRow } from '../../../shared/operations/repositories.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { describeOrigin } from './repository-messages.ts'

/** A config file, with all the reasons Git reads it. */
export interface IdentityTableEntry extends Pick<
  IdentityTableRow,
  'id' | 'isMadeByLatchkey' | 'name' | 'email' | 'signingKey' | 'account'
> {
  /** The repositories in which Git reads it. */
  where: string
  /** The lines that make Git read it. */
  origins: string[]
  /** Other settings that Git uses in some of the same repositories, and why. */
  conflicts: string[]
  /** The identity that Latchkey stores there. */
  identity?: Identity | undefined
}

/** The entries of a table, one per file. */
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

/** Latchkey names the file of an identity after its ID. */
function isFileOf({ file, isMadeByLatchkey }: IdentityTableRow, id: string): boolean {
  return isMadeByLatchkey && file.split(/[/\\]/).at(-1) === `${id}.gitconfig`
}

function describeReading({ file, readFrom }: IdentityTableRow): string {
  const origin = describeOrigin(readFrom)
  return file === readFrom.file ? origin : `${origin} → ${file}`
}

/** The setting Git uses if it reads both. An exception to a global setting isn’t a conflict. */
function describeConflicts(row: IdentityTableRow, rows: readonly IdentityTableRow[]): string[] {
  if (row.where.kind === 'everywhere') return []
  return row.conflicts.flatMap(({ with: id, wins, isSure }) => {
    const other = rows.find((one) => one.id === id)
    if (!other || wins) return []
    const named = bidiIsolate(describeWhere([other.where]))
    return t('identities.overridden', { other: named, sure: String(isSure) })
  })
}

/** The repositories in which Git reads a file, as text. */
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
