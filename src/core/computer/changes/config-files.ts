import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expandHome } from '../home-paths.ts'
import { attempt } from '../../platform/ignore-errors.ts'
import { withRegularFile } from '../../platform/files/regular-file.ts'
import { createTimeSlicer } from '../../platform/time/time-slicer.ts'
import { globalConfigFiles } from '../survey/git.ts'
import type { GitFacts } from '../computer-facts.ts'
import { realIfThere } from './recorded-changes.ts'
import { IncludePatterns } from './ssh-include.ts'

/** Latchkey’s ssh configuration file for a host. */
export function sshHostFile(home: string, id: string): string {
  return join(home, '.ssh', 'latchkey', `${id}.conf`)
}

/** Latchkey’s folder for ssh host files. */
export const sshHostFolder = (home: string): string => realIfThere(dirname(sshHostFile(home, '')))

export const sshConfigFile = (home: string): string => realIfThere(join(home, '.ssh', 'config'))

/** The user's git and ssh configuration files, including all included files, with links resolved. */
export async function configFiles(facts: GitFacts): Promise<string[]> {
  const { home, environment } = facts
  const git = globalConfigFiles(home, environment)
  return [
    ...(await withIncluded(git, (file) => includedByGit(file, facts))),
    ...(await readSshConfigFiles(home, 'Include')).keys(),
  ]
}

/** The values of a keyword in each file of the ssh configuration. */
async function readSshConfigFiles(
  home: string,
  keyword: 'Include' | 'Host',
): Promise<Map<string, string[]>> {
  const patterns = new IncludePatterns()
  const pause = createTimeSlicer()
  const values = new Map<string, string[]>()
  let bytesLeft = limits.bytes
  await withIncluded([sshConfigFile(home)], async (file) => {
    const text = await readText(file, bytesLeft)
    // guard: included-bytes
    bytesLeft -= text.length
    values.set(file, valuesOf(keyword, text))
    await pause()
    return includedBySsh(valuesOf('Include', text), home, patterns)
  })
  return values
}

/** Lower-case host names in the ssh configuration, each with the first file that declares it. */
export async function sshHostNames(home: string): Promise<Map<string, string>> {
  const files = await readSshConfigFiles(home, 'Host')
  const names = [...files].flatMap(([file, hosts]) =>
    hosts.flatMap((patterns) =>
      patterns
        .replace(/#.*/, '')
        .split(/[\s"]+/)
        .map((name) => [name.toLowerCase(), file] as const),
    ),
  )
  return new Map(names.toReversed())
}

/** How many files, paths in them, and bytes of the ssh configuration to consider; more than any real one has. */
const limits = { files: 500, paths: 5000, bytes: 8 * 1024 * 1024 }

/** The files and everything they include, without duplicates. */
async function withIncluded(
  files: readonly string[],
  included: (file: string) => Promise<string[]>,
): Promise<string[]> {
  const includedFiles = new Set<string>()
  // Iterates over the paths added meanwhile, too.
  const paths = new Set(files)
  for (const path of paths) {
    const file = realIfThere(path)
    if (includedFiles.has(file) || !attempt(() => statSync(file))?.isFile()) continue
    includedFiles.add(file)
    for (const other of await included(file)) if (paths.size < limits.paths) paths.add(other)
    // guard: included-files
    if (includedFiles.size === limits.files) break
  }
  return [...includedFiles]
}

async function includedByGit(file: string, { home, configFile }: GitFacts): Promise<string[]> {
  return (await configFile(file)).flatMap(([name, path]) =>
    /^include(if\..*)?\.path$/s.test(name) ? [resolve(dirname(file), expandHome(path, home))] : [],
  )
}

/** Relative paths are relative to `~/.ssh` (ssh_config(5), “Include”). */
async function includedBySsh(
  includes: readonly string[],
  home: string,
  patterns: IncludePatterns,
): Promise<string[]> {
  const paths: string[] = []
  for (const value of includes) {
    for (const [, quoted, plain] of value.matchAll(/"([^"]*)"|(\S+)/g)) {
      const pattern = resolve(home, '.ssh', expandHome(quoted ?? plain ?? '', home))
      if (paths.length < limits.paths) paths.push(...(await patterns.expand(pattern)))
    }
  }
  return paths
}

/** The size limit (bytes) of a file that may not be a configuration at all. */
const textLimit = 1024 * 1024

/** A file's text; empty if it can't be read or is larger than this. */
async function readText(file: string, bytesLeft: number): Promise<string> {
  const limit = Math.min(textLimit, bytesLeft)
  return await withRegularFile(file, async ({ size, fill }) => {
    if (size > limit) return ''
    const bytes = Buffer.alloc(size)
    return bytes.toString('utf8', 0, await fill(bytes, 0, size))
  }).catch(() => '')
}

/** The values of a keyword. Looks at each line by itself: across lines, `\s*` would take forever for line breaks. */
function valuesOf(keyword: string, text: string): string[] {
  const line = new RegExp(`^\\s*${keyword}(?:\\s*=\\s*|\\s+)(\\S.*)$`, 'i')
  return text.split(/\r?\n/).flatMap((one) => line.exec(one)?.[1] ?? [])
}
