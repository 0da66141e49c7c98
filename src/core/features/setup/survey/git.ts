import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type ProgramOptions, runProgram } from '../../../infra/run-program.ts'
import { parseGitConfig } from '../changes/git-config.ts'

export interface Git {
  /** Such as `2.39.5`. */
  version: string
  /** Whether it signs with SSH keys, since 2.34. */
  signsWithSsh: boolean
  /** Whether a configuration can depend on the remotes of a repository, since 2.36. */
  knowsRemotes: boolean
  /** The settings that count outside of repositories; of several values the last one. */
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
  const isSince = (wanted: number) =>
    Number(major) > 2 || (Number(major) === 2 && Number(minor) >= wanted)
  return {
    version: text.replace('git version ', ''),
    signsWithSsh: isSince(34),
    knowsRemotes: isSince(36),
    config: new Map(parseGitConfig(list.stdout)),
  }
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
