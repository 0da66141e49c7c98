import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ProgramRun, runProgram } from '../../platform/run-program.ts'
import { parseGitConfig } from '../changes/git-config.ts'
import { lastWords } from './last-words.ts'

export interface Git {
  /** Such as `2.39.5`. */
  version: string
  /** Whether it can sign with SSH keys (2.34 and later). */
  signsWithSsh: boolean
  /** Whether configuration can depend on a repository's remotes (2.36 and later). */
  supportsRemoteConditions: boolean
  /** The settings that apply outside of repositories, in the order in which git reads them. */
  settings: readonly OriginalSetting[]
  /** The last of several values. */
  config: ReadonlyMap<string, string>
}

export interface OriginalSetting {
  name: string
  value: string
  /** Absent if it doesn't come from a file. */
  file?: string
}

/** Why git doesn't work: it's missing, or it printed this message, for example about an invalid configuration line. */
export interface GitFailure {
  said?: string
}

/** This computer's git and its settings, which `listing` lists. */
export async function readGit(
  environment: NodeJS.ProcessEnv,
  listing = listSettings(environment),
): Promise<Git | GitFailure> {
  const [versionRun, list] = await Promise.all([
    runProgram('git', ['--version'], { environment, timeMs }),
    listing,
  ])
  if (versionRun.problem === 'absent') return {}
  const version = /git version (\d+)\.(\d+)\S*/.exec(versionRun.stdout)
  const failed = [list, versionRun].find(({ exitCode }) => exitCode !== 0)
  if (!version || failed) return { said: lastWords(failed ?? versionRun) }
  const [text, major, minor] = version
  const settings = parseOrigins(list.stdout)
  const isSince = (required: number) =>
    Number(major) > 2 || (Number(major) === 2 && Number(minor) >= required)
  return {
    version: text.replace('git version ', ''),
    signsWithSsh: isSince(34),
    supportsRemoteConditions: isSince(36),
    settings,
    config: new Map(settings.map(({ name, value }) => [name, value])),
  }
}

const timeMs = 10_000

/** Lists the settings that apply outside of repositories, optionally with other variables of a terminal. */
export function listSettings(
  environment: NodeJS.ProcessEnv,
  variables?: NodeJS.ProcessEnv,
): Promise<ProgramRun> {
  const list = ['config', '--null', '--list', '--show-origin']
  return runProgram('git', list, { environment, timeMs, ...(variables && { variables }) })
}

/** The settings in a list; none if git doesn't work. */
export function settingsIn({ exitCode, stdout }: ProgramRun): OriginalSetting[] {
  return exitCode === 0 ? parseOrigins(stdout) : []
}

/** Parses `git config --null --list --show-origin`: each setting follows its origin. */
function parseOrigins(text: string): OriginalSetting[] {
  const parts = text.split('\0')
  return parts.flatMap((part, at) => {
    if (at % 2 === 0) return []
    const [file] = /(?<=^file:).+/s.exec(parts[at - 1]!) ?? []
    return parseGitConfig(part).map(([name, value]) => ({ name, value, ...(file && { file }) }))
  })
}

/** An email as git writes it into commits (`strbuf_addstr_without_crud` in `ident.c`). */
export function committedEmail(email: string): string {
  // guard: slow-email
  return email.replace(/^[\0- .,:;<>"\\']+|(?<![\0- .,:;<>"\\'])[\0- .,:;<>"\\']+$|[\n<>]/g, '')
}

/** Whether a setting has one of git's values for true: also a number in any notation of C, such as `0x1`. */
export function isTrue(value: string | undefined): boolean {
  return /^(true|yes|on|[\t-\r ]*[+-]?(0x0*[1-9a-f][\da-f]*|0*[1-9]\d*)[kmg]?)$/i.test(value ?? '')
}

/** The user's two git configuration files, higher precedence first. Either may be missing. */
export function globalConfigFiles(
  home: string,
  { XDG_CONFIG_HOME }: NodeJS.ProcessEnv,
): [usual: string, other: string] {
  return [join(home, '.gitconfig'), join(XDG_CONFIG_HOME || join(home, '.config'), 'git', 'config')]
}

/** The file that `git config --global` writes to. */
export function globalConfigFile(home: string, environment: NodeJS.ProcessEnv): string {
  const [homeConfigFile, other] = globalConfigFiles(home, environment)
  return !existsSync(homeConfigFile) && existsSync(other) ? other : homeConfigFile
}
