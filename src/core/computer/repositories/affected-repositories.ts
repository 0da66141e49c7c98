import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type {
  AffectedRepository,
  CommitValues,
  IdentityFields,
  ShownPlan,
} from '../../../shared/operations/identities.ts'
import { unfinishedPath, writeNewFile } from '../../platform/files/atomic-write.ts'
import { editGitConfig } from '../changes/git-config.ts'
import type { PlannedChange } from '../changes/planned-change.ts'
import { readIfThere, realIfThere } from '../changes/recorded-changes.ts'
import { expandHome, shownPath } from '../home-paths.ts'
import { globalConfigFile, globalConfigFiles } from '../survey/git.ts'
import type { ScannedRepository } from './find-repositories.ts'
import { readIdentity } from './repository-identity.ts'
import { parseRemoteUrl } from './remote-url.ts'
import type { RepositoryReader } from './repository-reader.ts'
import type { SettingsInRepository } from './repository-settings.ts'
import { settingVariables } from './uncovered-repositories.ts'

interface Plan {
  changes: readonly PlannedChange[]
  fields: Pick<IdentityFields, 'key'>
  /** Repositories in which git wouldn't use the planned identity. */
  uncovered: readonly string[]
}

/** The maximum number of repositories to examine. */
const examinedLimit = 500

/**
 * What git would do differently in repositories after a plan. Git itself decides, with temporary copies of the planned
 * files.
 */
export async function affectedRepositories(
  repositories: readonly ScannedRepository[],
  plan: Plan,
  reader: RepositoryReader,
): Promise<Pick<ShownPlan, 'affected' | 'unexamined'>> {
  const readable = repositories.filter(({ problem }) => !problem)
  const examined = readable.slice(0, examinedLimit)
  const unexamined = readable.length - examined.length
  const copies: Copies = { folder: mkdtempSync(join(tmpdir(), 'latchkey-')), files: new Map() }
  try {
    await writeCopies(copies, plan.changes, reader)
    const variables = variablesOf(plan.changes, copies)
    // Without any, git does the same as before.
    const planned = Object.keys(variables).length > 0 ? await reader.with(variables) : reader
    if (copies.global !== undefined && !readsCopies(planned)) return {}
    const realName = (path: string) =>
      shownPath(copies.files.get(expandHome(path, reader.home)) ?? path, reader.home)
    const affected = examined.map((repository) =>
      compare(repository, plan, { reader, planned, realName }),
    )
    return {
      affected: (await Promise.all(affected)).flat(),
      ...(unexamined > 0 && { unexamined }),
    }
  } finally {
    removeCopies(copies)
  }
}

/** Temporary versions of Git's files. */
interface Copies {
  folder: string
  /** The copy of the global configuration; absent if no plan changes what it reads. */
  global?: string
  /** The file that each copy stands for. */
  files: Map<string, string>
}

/**
 * Writes the planned versions of Git's files: the global one next to the real one, because its paths may be relative,
 * the others to a temporary folder.
 */
async function writeCopies(
  copies: Copies,
  changes: readonly PlannedChange[],
  { home, environment }: RepositoryReader,
): Promise<void> {
  const planned = changes.flatMap(({ change, content }) =>
    content ? [{ path: change.file, content }] : [],
  )
  if (planned.length === 0) return
  const global = globalConfigFile(home, environment)
  let text = (readIfThere(global) ?? Buffer.of()).toString('latin1')
  for (const { path, content } of planned)
    if (path === global) text = (await content())?.toString('latin1') ?? ''
  for (const { path, content } of planned) {
    if (path === global) continue
    const copy = join(copies.folder, basename(path))
    writeNewFile(copy, (await content(copy)) ?? '')
    copies.files.set(copy, path)
    text = withIncluded(text, basename(path), copy)
  }
  const [usual, other] = globalConfigFiles(home, environment)
  const edits = [
    // Git reads the other file first, but not if the variable is set.
    ...(global === usual ? [{ name: 'include.path', value: other, how: 'add' as const }] : []),
    { name: isRead, value: 'true', how: 'add' as const },
  ]
  const head = await editGitConfig(join(copies.folder, 'head'), undefined, edits, environment)
  copies.global = unfinishedPath(realIfThere(global))
  copies.files.set(copies.global, global)
  writeNewFile(copies.global, Buffer.concat([head, Buffer.from(text, 'latin1')]))
}

/** Makes a configuration include the copy of an identity's file. */
function withIncluded(text: string, name: string, copy: string): string {
  const file = name.replace(/\W/g, '\\$&')
  const path = `path = "${Buffer.from(copy.replaceAll('\\', '/')).toString('latin1')}"`
  return text.replace(
    new RegExp(`path *= *"?[^\\n"]*latchkey[/\\\\]+${file}"?(?=\\r?$)`, 'gm'),
    () => path,
  )
}

function removeCopies({ folder, global }: Copies): void {
  rmSync(folder, { recursive: true, force: true })
  if (global !== undefined) rmSync(global, { force: true })
}

const isRead = 'latchkey.previewed'

function variablesOf(changes: readonly PlannedChange[], { global }: Copies): NodeJS.ProcessEnv {
  // A repository's own settings come last, as these do.
  const own = changes
    .filter(({ change }) => change.kind === 'repository-settings')
    .flatMap(({ change }) => change.lines.flatMap(({ after }) => after ?? []))
    .map((line) => {
      const at = line.indexOf(' = ')
      return [line.slice(0, at), line.slice(at + 3)] as const
    })
  return {
    ...(global !== undefined && { GIT_CONFIG_GLOBAL: global }),
    ...(own.length > 0 && settingVariables(own)),
  }
}

/** Before 2.32, git ignores the variable. */
function readsCopies({ usual }: RepositoryReader): boolean {
  return usual.some(({ name }) => name === isRead)
}

interface Comparison {
  reader: RepositoryReader
  planned: RepositoryReader
  /** The file that a copy stands for, for display. */
  realName(path: string): string
}

async function compare(
  repository: ScannedRepository,
  { changes, fields, uncovered }: Plan,
  options: Comparison,
): Promise<AffectedRepository[]> {
  const { reader, planned } = options
  const { home } = reader
  const [now, then] = await Promise.all([
    reader.listedSettings(repository),
    planned.listedSettings(repository),
  ])
  if ('problem' in now || 'problem' in then) return []
  const path = shownPath(repository.path, home)
  const isMeant = uncovered.includes(path)
  // Its host isn't in ssh's configuration yet.
  const usesKey = then.target?.urls.some((url) => hostsOf(changes).includes(hostOf(url) ?? ''))
  // Most repositories stay the same, which takes fewer calls of git.
  if (!isMeant && !usesKey && listed(now) === listed(then)) return []
  const [before, after] = await Promise.all([
    valuesOf(repository, reader, options),
    valuesOf(repository, planned, options),
  ])
  const { key } = fields
  if (usesKey && key !== undefined) after.sshKey = key.replace(/\.pub$/, '')
  if (!isMeant && JSON.stringify(before) === JSON.stringify(after)) return []
  // With the values it already has, the identity itself wins, so nothing stays despite it.
  const isPlanned = changes.some(
    ({ change }) =>
      change.kind === 'identity-settings' && shownPath(change.file, home) === after.file,
  )
  if (isPlanned && hasSameValues(before, after)) return []
  return [{ path, before, after, loses: losers(then, after, options) }]
}

function hasSameValues({ file: _, ...before }: CommitValues, after: CommitValues): boolean {
  const { file: _file, ...values } = after
  return JSON.stringify(before) === JSON.stringify(values)
}

/** The hosts that a plan adds to ssh's configuration, or changes there. */
function hostsOf(changes: Plan['changes']): string[] {
  return changes
    .filter(({ change }) => change.kind === 'ssh-host')
    .flatMap(({ change }) =>
      change.lines.flatMap(({ after }) => /^Host (.+)/.exec(after ?? '')?.[1] ?? []),
    )
}

/** The host of a URL as git passes it to ssh. */
function hostOf(url: string): string | undefined {
  const { isSsh, host } = parseRemoteUrl(url)
  return isSsh ? host : undefined
}

function listed({ settings }: SettingsInRepository): string {
  const own = settings.filter(
    ({ name }) => name !== isRead && !/^include(if\..*)?\.path$/.test(name),
  )
  return JSON.stringify(own.map(({ name, value }) => [name, value]))
}

async function valuesOf(
  repository: ScannedRepository,
  reader: RepositoryReader,
  { realName }: Comparison,
): Promise<CommitValues> {
  const { name, email, signs, signingKey, sshKey } = await readIdentity(repository, reader)
  const file = email?.file && realName(email.file)
  return {
    ...(name && { name: name.value }),
    ...(email && { email: email.value }),
    ...(signs && signingKey && { signingKey: signingKey.value }),
    ...(sshKey && { sshKey: sshKey.value }),
    ...(file && { file }),
  }
}

function losers(
  { settings }: SettingsInRepository,
  { file: winner }: CommitValues,
  { reader: { home, environment }, realName }: Comparison,
): string[] {
  const general = globalConfigFiles(home, environment).map((path) => shownPath(path, home))
  const files = settings
    .filter(({ name, scope }) => /^(user|author)\.email$/.test(name) && scope !== 'system')
    .flatMap(({ file }) => (file === undefined ? [] : realName(file)))
  return [...new Set(files)].filter((file) => file !== winner && !general.includes(file))
}
