import { dirname, resolve } from 'node:path'
import type { IdentityTableRow } from '../../../shared/operations/repositories.ts'
import { includedFileLimit } from '../changes/git-config.ts'
import type { GitFacts } from '../computer-facts.ts'
import { expandHome, realFolder, shownPath } from '../home-paths.ts'
import { identityFile, identityId } from '../identities/identity-files.ts'
import type { Git } from '../survey/git.ts'
import { shownSigningKey } from '../survey/signing.ts'
import { type AccountFacts, emailProblem } from './account-facts.ts'
import { ConfigLines } from './config-lines.ts'
import { parseRemoteUrl, shownCondition } from './remote-url.ts'

type Where = IdentityTableRow['where']
type Row = Omit<IdentityTableRow, 'id' | 'conflicts'>

/** The configured names and emails with their sources, in the order in which git reads them. */
export async function readIdentityTable(
  facts: GitFacts,
  accounts: readonly AccountFacts[],
): Promise<IdentityTableRow[]> {
  const { home } = facts
  const git = await facts.git()
  if (!('version' in git)) return []
  const lines = new ConfigLines()
  const placed = [
    ...everywhere(git, home, lines),
    ...(await conditional(git, facts, lines)),
  ].toSorted((a, b) => a.place - b.place)
  const placedRows = placed.map(({ row }) => row)
  const rows = await Promise.all(
    unique(placedRows, home).map(async (row, at) => {
      const account = await accountOf(row, accounts, facts)
      const { file, signingKey } = row
      const shown = {
        ...row,
        file: shownPath(file, home),
        ...(signingKey !== undefined && { signingKey: shownSigningKey(signingKey, home) }),
      }
      return { ...shown, id: String(at), ...(account !== undefined && { account }) }
    }),
  )
  const folders = rows.map(({ where }) =>
    where.kind === 'folder' ? `${realFolder(where.folder, home).replace(/[\\/]+$/, '')}/` : '',
  )
  return rows.map((row, at) => ({ ...row, conflicts: conflictsOf(at, rows, folders) }))
}

interface PlacedRow {
  /** Where its include appears among all settings. */
  place: number
  row: Row
}

const partsOf = (settings: ReadonlyMap<string, string>) => {
  const get = (part: string) => settings.get(`author.${part}`) ?? settings.get(`user.${part}`)
  return {
    name: get('name'),
    email: get('email'),
    signingKey: settings.get('user.signingkey'),
  }
}

/** The defaults for all repositories. */
function everywhere({ settings, config }: Git, home: string, lines: ConfigLines): PlacedRow[] {
  const place = settings.findLastIndex(({ name }) => /^(author|user)\.(name|email)$/.test(name))
  const last = settings[place]
  if (last?.file === undefined) return []
  const { file, name, value } = last
  const line = lines.find(file, name, value)
  return [
    {
      place,
      row: {
        where: { kind: 'everywhere' },
        isMadeByLatchkey: false,
        ...partsOf(config),
        file,
        readFrom: { file: shownPath(file, home), ...(line !== undefined && { line }) },
      },
    },
  ]
}

/** Settings that apply only to some repositories through `includeIf`. */
async function conditional(
  { settings }: Git,
  facts: GitFacts,
  lines: ConfigLines,
): Promise<PlacedRow[]> {
  const { home } = facts
  const identityFolder = dirname(identityFile(facts, ''))
  const includes = settings.flatMap(({ name, value, file }, place) => {
    const condition = /^includeif\.(.+)\.path$/s.exec(name)?.[1]
    return condition === undefined || file === undefined
      ? []
      : [{ condition, name, value, file, place }]
  })
  // guard: table-includes
  const read = includes.slice(0, includedFileLimit)
  const rows = read.map(async ({ condition, name, value, file, place }): Promise<PlacedRow[]> => {
    const path = resolve(dirname(file), expandHome(value, home))
    const included = new Map(await facts.configWithIncludes(path))
    const parts = partsOf(included)
    if (parts.name === undefined && parts.email === undefined) return []
    const line = lines.find(file, name, value)
    const readFrom = { file: shownPath(file, home), ...(line !== undefined && { line }) }
    const isMadeByLatchkey = dirname(path) === identityFolder
    const where = toWhere(condition)
    return [{ place, row: { where, isMadeByLatchkey, ...parts, file: path, readFrom } }]
  })
  return (await Promise.all(rows)).flat()
}

function toWhere(condition: string): Where {
  const [, folder] = /^gitdir(?:\/i)?:(~?[/\\].*|[A-Za-z]:.*)$/s.exec(condition) ?? []
  const plain = folder?.replace(/\\(.)/g, '$1').replace(/(?<=.)\/(\*\*)?$/, '')
  const hasPattern = folder !== undefined && /(?<!\\)[*?[]/.test(folder.replace(/\/\*\*$/, ''))
  if (plain !== undefined && !hasPattern) return { kind: 'folder', folder: plain }
  const [, url] = /^hasconfig:remote\.\*\.url:(.+)$/s.exec(condition) ?? []
  const host = url && hostOf(url)
  return host ? { kind: 'host', host } : { kind: 'condition', condition: shownCondition(condition) }
}

/** The host in a URL pattern, if complete. */
function hostOf(pattern: string): string | undefined {
  // Replaces patterns for the user and the port.
  const url = pattern.replace(/(^|\/\/)\*@/, '$1git@').replace(/:\*(?=\/)/, ':')
  return parseRemoteUrl(url.replace(/(\/\/[^/]*):(?=\/)/, '$1')).host
}

/** Removes duplicates: several conditions may be equivalent, such as those for ssh and https, or for a link and its target. */
function unique(rows: readonly Row[], home: string): Row[] {
  const keys = rows.map(({ where, file }) =>
    JSON.stringify([where.kind === 'folder' ? realFolder(where.folder, home) : where, file]),
  )
  // Git reads the file again for the last condition.
  const last = new Map(keys.map((key, at) => [key, at]))
  return rows.filter((_, at) => last.get(keys[at]!) === at)
}

async function accountOf(
  { file, email, isMadeByLatchkey }: Row,
  accounts: readonly AccountFacts[],
  facts: GitFacts,
): Promise<string | undefined> {
  if (isMadeByLatchkey) {
    const owner = accounts.find(
      ({ account }) => identityFile(facts, identityId(account.instance, account.username)) === file,
    )
    if (owner) return owner.account.id
  }
  if (email === undefined) return undefined
  for (const account of accounts) {
    if ((await emailProblem(account, email)) === undefined) return account.account.id
  }
  return undefined
}

type NumberedRow = Row & { id: string }

/** Settings with another name or email that git may use in the same repositories. */
function conflictsOf(
  at: number,
  rows: readonly NumberedRow[],
  /** Those of the rows, without links. */
  folders: readonly string[],
): IdentityTableRow['conflicts'] {
  const row = rows[at]!
  return rows.flatMap((other, otherAt) => {
    if (otherAt === at || !differs(row, other)) return []
    const [earlier, later] = otherAt > at ? [at, otherAt] : [otherAt, at]
    const meeting = overlapOf(rows[earlier]!.where, rows[later]!.where, {
      earlier: folders[earlier]!,
      later: folders[later]!,
    })
    if (meeting === 'never') return []
    return [{ with: other.id, wins: otherAt < at, isSure: meeting === 'surely' }]
  })
}

function differs(row: NumberedRow, other: NumberedRow): boolean {
  return (['name', 'email'] as const).some(
    (part) => row[part] !== undefined && other[part] !== undefined && row[part] !== other[part],
  )
}

/** Whether settings read later override earlier ones. Settings that apply to fewer repositories may override others. */
function overlapOf(
  earlier: Where,
  later: Where,
  folders: { earlier: string; later: string },
): 'surely' | 'maybe' | 'never' {
  if (earlier.kind === 'everywhere') return 'never'
  if (later.kind === 'everywhere') return 'surely'
  if (earlier.kind === 'folder' && later.kind === 'folder')
    return folders.earlier.startsWith(folders.later) ? 'surely' : 'never'
  if (earlier.kind === 'host' && later.kind === 'host')
    return earlier.host === later.host ? 'surely' : 'never'
  return 'maybe'
}
