import { globSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expandHome } from '../home-paths.ts'
import { globalConfigFiles } from '../survey/git.ts'
import { readGitConfigFile } from './git-config.ts'
import { readIfThere, realIfThere } from './recorded-changes.ts'
import { sshHostFile } from './ssh-files.ts'

interface Home {
  home: string
  environment: NodeJS.ProcessEnv
}

/** Latchkey’s folder for ssh host files. */
export const sshHostFolder = (home: string): string => realIfThere(dirname(sshHostFile(home, '')))

export const sshConfigFile = (home: string): string => realIfThere(join(home, '.ssh', 'config'))

/** The user's git and ssh configuration files, including all included files, with links resolved. */
export async function configFiles(ports: Home): Promise<string[]> {
  const { home, environment } = ports
  const git = globalConfigFiles(home, environment)
  return [
    ...(await withIncluded(git, (file) => includedByGit(file, ports))),
    ...(await withIncluded([sshConfigFile(home)], (file) => includedBySsh(file, home))),
  ]
}

/** Lower-case host names in the ssh configuration, each with the first file that declares it. */
export async function sshHostNames(home: string): Promise<Map<string, string>> {
  const files = await withIncluded([sshConfigFile(home)], (file) => includedBySsh(file, home))
  const names = files.flatMap((file) =>
    Array.from((readIfThere(file)?.toString() ?? '').matchAll(/^\s*Host[\s=]+(.+)$/gim)).flatMap(
      ([, patterns = '']) =>
        patterns
          .replace(/#.*/, '')
          .split(/[\s"]+/)
          .map((name) => [name.toLowerCase(), file] as const),
    ),
  )
  return new Map(names.toReversed())
}

/** The files and everything they include, without duplicates. */
async function withIncluded(
  files: readonly string[],
  included: (file: string) => string[] | Promise<string[]>,
): Promise<string[]> {
  const includedFiles = new Set<string>()
  const next = [...files]
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    const file = realIfThere(path)
    if (includedFiles.has(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) continue
    includedFiles.add(file)
    next.push(...(await included(file)))
  }
  return [...includedFiles]
}

async function includedByGit(file: string, { home, environment }: Home): Promise<string[]> {
  return (await readGitConfigFile(file, environment)).flatMap(([name, path]) =>
    /^include(if\..*)?\.path$/s.test(name) ? [resolve(dirname(file), expandHome(path, home))] : [],
  )
}

/** Relative paths are relative to `~/.ssh` (ssh_config(5), “Include”). */
function includedBySsh(file: string, home: string): string[] {
  const text = readIfThere(file)?.toString() ?? ''
  return Array.from(text.matchAll(/^\s*Include[\s=]+(.+)$/gim)).flatMap(([, paths = '']) =>
    Array.from(paths.matchAll(/"([^"]*)"|(\S+)/g)).flatMap(([, quoted, plain]) =>
      globSync(resolve(home, '.ssh', expandHome(quoted ?? plain ?? '', home))),
    ),
  )
}
