import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expandHome } from '../home-paths.ts'
import { globalConfigFiles } from '../survey/git.ts'
import { readGitConfigFile } from './git-config.ts'
import { sshHostFile } from './ssh-files.ts'

/** The folder of Latchkey’s own files that describe hosts to ssh. */
export const sshHostFolder = (home: string): string => realIfThere(dirname(sshHostFile(home, '')))

export const sshConfigFile = (home: string): string => realIfThere(join(home, '.ssh', 'config'))

/** The files of a person's configuration of git and ssh that may name a key or each other, without links. */
export async function configFiles({
  home,
  environment,
}: {
  home: string
  environment: NodeJS.ProcessEnv
}): Promise<string[]> {
  const global = globalConfigFiles(home, environment)
  const included = await Promise.all(
    global.map(async (file) =>
      (await readGitConfigFile(file, environment)).flatMap(([name, path]) =>
        /^include(if\..*)?\.path$/s.test(name)
          ? [resolve(dirname(file), expandHome(path, home))]
          : [],
      ),
    ),
  )
  const hosts = sshHostFolder(home)
  const hostFiles = existsSync(hosts) ? readdirSync(hosts).map((name) => join(hosts, name)) : []
  const all = [...global, ...included.flat(), sshConfigFile(home), ...hostFiles]
  return [...new Set(all.filter((path) => existsSync(path)).map(realIfThere))]
}

function realIfThere(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
