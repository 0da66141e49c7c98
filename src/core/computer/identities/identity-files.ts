import { readdirSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { Identity, type IdentityFields } from '../../../shared/operations/identities.ts'
import { checkedPart } from '../changes/written-files.ts'
import type { GitSetting } from '../changes/git-config.ts'
import type { GitFacts } from '../computer-facts.ts'
import { sshHost } from '../connection/ssh-target.ts'
import { expandHome, realFolder, shownPath } from '../home-paths.ts'
import { globalConfigFile, isTrue } from '../survey/git.ts'

export interface IdentityOptions {
  home: string
  environment: NodeJS.ProcessEnv
}

/** An identity's settings file, which git includes where the identity applies. */
export function identityFile({ home, environment }: IdentityOptions, id: string): string {
  const folder = environment.XDG_CONFIG_HOME || join(home, '.config')
  return join(folder, 'git', 'latchkey', `${id}.gitconfig`)
}

/** An account's identity ID, which is also a file name. No two accounts have the same. */
export function identityId(baseUrl: string, username: string): string {
  const parts = [baseUrl.replace(/^https:\/\//, ''), username]
  return parts
    .map((part) => encodeURIComponent(part).replace(/%/g, '='))
    .join('+')
    .toLowerCase()
}

/** All identities on this computer, read from disk. */
export async function readIdentities(facts: GitFacts): Promise<Identity[]> {
  const { home } = facts
  const folder = dirname(identityFile(facts, ''))
  const [files, includes] = await Promise.all([
    Promise.resolve(filesIn(folder)),
    readIncludes(facts),
  ])
  const parsedFiles = files.map(async (name) => {
    const path = join(folder, name)
    const settings = new Map(await facts.configFile(path))
    const get = (key: string) => settings.get(key)
    const folders = includes
      .filter((one) => one.path === path)
      .flatMap(({ condition }) => folderOf(condition))
    const identity = Identity.safeParse({
      id: basename(name, '.gitconfig'),
      instance: get('latchkey.instance'),
      username: get('latchkey.username'),
      scope: get('latchkey.scope'),
      folders: withoutTargets(folders, home).map((one) => shownPath(one, home)),
      name: get('user.name'),
      email: get('user.email'),
      key: get('latchkey.key'),
      signs: isTrue(get('commit.gpgsign')),
      alias: get('latchkey.alias'),
    })
    // Skips files that became invalid through manual edits.
    return identity.success ? [identity.data] : []
  })
  return (await Promise.all(parsedFiles)).flat()
}

/** A condition under which git reads a file. */
export interface Include {
  condition: string
  path: string
  /** The path as written. */
  value: string
}

/** All conditions in the global configuration that include an identity file. */
export async function readIncludes({
  home,
  environment,
  configFile,
}: GitFacts): Promise<Include[]> {
  const settings = await configFile(globalConfigFile(home, environment))
  return settings.flatMap((setting) => toInclude(setting, home))
}

export function toInclude([name, value]: GitSetting, home: string): Include[] {
  const condition = /^includeif\.(.+)\.path$/s.exec(name)?.[1]
  return condition === undefined
    ? []
    : [{ condition, path: normalize(expandHome(value, home)), value }]
}

const folderCondition = process.platform === 'linux' ? 'gitdir:' : 'gitdir/i:'

function folderOf(condition: string): string[] {
  if (!condition.startsWith(folderCondition)) return []
  return [condition.slice(folderCondition.length).replace(/\/$/, '').replace(/\\(.)/g, '$1')]
}

/** Omits the targets of links among the folders, which have conditions, too. */
function withoutTargets(folders: readonly string[], home: string): string[] {
  return folders.filter((folder) => {
    const path = expandHome(folder, home)
    return !folders.some((other) => other !== folder && linkTarget(other, home) === path)
  })
}

/**
 * The target of a folder that is a link or below one. Git resolves links in a repository's path and in `~`, but not in
 * patterns, and compares the unresolved path only in a shell that went there through the link.
 */
function linkTarget(folder: string, home: string): string | undefined {
  const target = realFolder(folder, home)
  const seenByGit = [home, realFolder(home, home)].map((at) => expandHome(folder, at))
  return seenByGit.map((path) => path.replace(/(?<=.)\/+$/, '')).includes(target)
    ? undefined
    : target
}

const defaultPorts: Record<string, number> = { 'http:': 80, 'https:': 443 }

/** The conditions under which git uses an account's identity on this host. */
export function conditionsOf(
  { scope, folders, alias }: IdentityFields,
  baseUrl: string,
  home: string,
): string[] {
  const paths = folders.flatMap((path) => [linkTarget(path, home) ?? [], path].flat())
  const inFolders = [...new Set(paths)].map((path) => `${folderCondition}${asPattern(path)}/`)
  if (scope === 'folders') return inFolders
  const host = checkedPart('gitconfig', 'host', sshHost(baseUrl))
  // With and without a user, and a port.
  const withUsers = ['', '*@']
  const overSsh = (at: string) =>
    withUsers.flatMap((user) => [
      `${user}${at}:*/**`,
      `ssh://${user}${at}/**`,
      `ssh://${user}${at}:*/**`,
    ])
  // Another port is another service.
  const { port, protocol, pathname } = new URL(baseUrl)
  const authorities = port ? [`${host}:${port}`] : [host, `${host}:${defaultPorts[protocol]}`]
  const schemes = [...new Set(['https:', protocol])]
  const overHttp = schemes.flatMap((scheme) =>
    withUsers.flatMap((user) =>
      authorities.map((at) => `${scheme}//${user}${at}${asPattern(pathname)}/**`),
    ),
  )
  const urls = scope === 'alias' ? overSsh(alias ?? '') : [...overSsh(host), ...overHttp]
  return [...urls.map((url) => `hasconfig:remote.*.url:${url}`), ...inFolders]
}

/** Whether two conditions may apply to the same repository. Remotes can't be compared with folders. */
export function mayOverlapWith(condition: string, other: string, home: string): boolean {
  const folders = [condition, other].map((one) => {
    const pattern = /^gitdir(?:\/i)?:(.*)/s.exec(one)?.[1]
    // Git matches a relative pattern against any folder with that name.
    if (!pattern || !/^(~?[/\\]|[A-Za-z]:)/.test(pattern)) return undefined
    // guard: slow-condition
    const plain = /^(?:[^*?[]*\/)?(?=[^/]*[*?[])/.exec(pattern)?.[0] ?? pattern
    const folder = realFolder(plain, home)
    return `${folder.replace(/[\\/]+$/, '')}/`.toLowerCase()
  })
  const [first, second] = folders
  if (first === undefined || second === undefined) return true
  return first.startsWith(second) || second.startsWith(first)
}

/** A path as a git pattern: without a trailing slash, and with pattern characters escaped. */
function asPattern(path: string): string {
  const slashed = process.platform === 'win32' ? path.replaceAll('\\', '/') : path
  return slashed.replace(/\/+$/, '').replace(/[*?[\\]/g, '\\$&')
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith('.gitconfig'))
  } catch {
    // There are none yet.
    return []
  }
}
