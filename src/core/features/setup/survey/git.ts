import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ProgramOptions, runProgram } from '../../../infra/run-program.ts'

export interface Git {
  /** Such as `2.39.5`. */
  version: string
  /** Whether it signs with SSH keys, since 2.34. */
  signsWithSsh: boolean
  /** The settings that count outside of repositories, with lower-case names; of several values the last one. */
  config: ReadonlyMap<string, string>
}

/** The git of this computer and its settings, or undefined where there is none. */
export async function readGit(environment: NodeJS.ProcessEnv): Promise<Git | undefined> {
  const options: ProgramOptions = { environment, timeMs: 10_000 }
  const [found, list] = await Promise.all([
    runProgram('git', ['--version'], options),
    runProgram('git', ['config', '--null', '--list'], options),
  ])
  const version = /git version (\d+)\.(\d+)\S*/.exec(found.stdout)
  if (!version) return undefined
  const [text, major, minor] = version
  return {
    version: text.replace('git version ', ''),
    signsWithSsh: Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 34),
    config: parseConfig(list.stdout),
  }
}

/** Parses `git config --null --list`: name, line break, value. A name alone is true. */
function parseConfig(text: string): Map<string, string> {
  return new Map(
    text
      .split('\0')
      .filter(Boolean)
      .map((entry) => {
        const at = entry.indexOf('\n')
        const [name, value] = at < 0 ? [entry, 'true'] : [entry.slice(0, at), entry.slice(at + 1)]
        return [name.toLowerCase(), value] as const
      }),
  )
}

/** Whether a setting is one of git's words for true. */
export function isTrue(value: string | undefined): boolean {
  return /^(true|yes|on|1)$/i.test(value ?? '')
}

/** The file that `git config --global` writes to. */
export function globalConfigFile(home: string, { XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  const usual = join(home, '.gitconfig')
  const other = join(XDG_CONFIG_HOME || join(home, '.config'), 'git', 'config')
  return !existsSync(usual) && existsSync(other) ? other : usual
}
