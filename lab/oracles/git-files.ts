import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Random } from '../../src/sandbox/seed/random.ts'
import { type OwnKeys, identitySettings, refusedSetting, signingSettings } from './identities.ts'
import type { Instance } from './instance.ts'
import { urlSettings } from './remotes.ts'
import type { OwnRepository } from './repositories.ts'
import { type Setting, toConfig } from './settings.ts'
import { sshCommand } from './ssh-files.ts'

interface GitFilesOptions {
  home: string
  servers: string
  instance: Instance
  keys: OwnKeys
  random: Random
}

/** The settings of a repository itself. */
export function ownSettings({ home, instance, keys, random }: GitFilesOptions): Setting[] {
  return [
    ...refusedSetting(random),
    ...(random.chance(0.3) ? identitySettings(instance, keys, random) : []),
    ...(random.chance(0.2) ? signingSettings(keys, random) : []),
    ...sshSettings(0.15, home, keys, random),
  ]
}

const sshSettings = (chance: number, home: string, { ssh }: OwnKeys, random: Random): Setting[] =>
  random.chance(chance) ? [['core.sshCommand', sshCommand(home, ssh, random)]] : []

/** Writes the user’s git configuration, and the files that it includes for these repositories. */
export function writeGitFiles(
  repositories: readonly OwnRepository[],
  options: GitFilesOptions,
): void {
  const { home, servers, instance, keys, random } = options
  const rewrites = urlSettings({
    servers,
    instance: instance.sandbox.url,
    sshPort: instance.sshServer.port,
    random,
  })
  const blocks: Setting[][] = [
    refusedSetting(random),
    identitySettings(instance, keys, random),
    signingSettings(keys, random),
    rewrites,
    sshSettings(0.1, home, keys, random),
    random.chance(0.1) ? [['remote.pushDefault', random.pick(['origin', 'fork'])]] : [],
    random.chance(0.15) ? [['push.default', random.pick(['current', 'upstream', 'simple'])]] : [],
    random.chance(0.1) ? [['safe.directory', '*']] : [],
  ]
  const includes = Array.from({ length: random.below(4) }, (_, at): Setting[] => {
    const file = join(home, random.pick(['.gitconfig-', '.config/git/more-']) + at)
    writeConfig(file, includedSettings(options, at), random)
    const condition = random.chance(0.15) ? undefined : conditionFor(repositories, options)
    const name = condition === undefined ? 'include.path' : `includeIf.${condition}.path`
    return [
      [
        name,
        random.pick(
          [file, file.replace(home, '~'), '~/.gitconfig-missing'].slice(
            0,
            random.chance(0.05) ? 3 : 2,
          ),
        ),
      ],
    ]
  })
  // Settings after an include override it.
  const all = [...blocks, ...includes]
  const isShuffled = random.chance(0.3)
  if (isShuffled) shuffle(all, random)
  const main = join(home, random.chance(0.9) ? '.gitconfig' : '.config/git/config')
  writeConfig(main, all.flat(), random)
  if (basename(main) === '.gitconfig' && random.chance(0.1))
    writeConfig(join(home, '.config/git/config'), identitySettings(instance, keys, random), random)
}

function includedSettings(options: GitFilesOptions, at: number): Setting[] {
  const { home, instance, keys, random } = options
  return [
    ...refusedSetting(random),
    ...(random.chance(0.8) ? identitySettings(instance, keys, random) : []),
    ...(random.chance(0.5) ? signingSettings(keys, random) : []),
    ...sshSettings(0.2, home, keys, random),
    ...(at > 0 && random.chance(0.2) ? [['include.path', `.gitconfig-${at - 1}`] as const] : []),
  ]
}

/** A condition that is true for some repository, or nearly (git-config(1), “Conditional includes”). */
function conditionFor(
  repositories: readonly OwnRepository[],
  { home, random }: GitFilesOptions,
): string {
  const { path, history, remotes } = random.pick(repositories)
  const folder = dirname(path)
  const shown = folder.replace(home, '~')
  const { branch = 'main' } = history
  const url = remotes.urls.length > 0 ? random.pick(remotes.urls) : 'none'
  return random.pick([
    ...[
      `gitdir:${shown}/`,
      `gitdir:${shown}/`,
      `gitdir:${folder}/`,
      `gitdir:${shown}/**`,
      `gitdir:${path}/.git`,
    ],
    ...[
      `gitdir:${path}/`,
      `gitdir:${basename(folder)}/`,
      `gitdir:**/${basename(path)}/.git`,
      `gitdir:./${basename(folder)}/`,
    ],
    ...[
      `gitdir/i:${shown.toUpperCase()}/`,
      `gitdir/i:~/work/`,
      'gitdir:~/w?rk/',
      'gitdir:~/',
      'gitdir:~/.gits/',
    ],
    ...['gitdir:~/disk/projects/', 'gitdir:~/linked/', `gitdir:${shown}`, 'gitdir:.git'],
    ...[
      `onbranch:${branch}`,
      `onbranch:${branch}`,
      'onbranch:feature/',
      'onbranch:m*',
      'onbranch:**',
      'onbranch:experiment',
    ],
    ...[`hasconfig:remote.*.url:${url}`, 'hasconfig:remote.*.url:git@127.0.0.1:*/**'],
    ...['hasconfig:remote.*.url:http://127.0.0.1:*/**', 'hasconfig:remote.*.url:**/team/**'],
  ])
}

function writeConfig(file: string, settings: readonly Setting[], random: Random): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, toConfig(settings, random))
}

function shuffle<T>(items: T[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random.below(at + 1)
    ;[items[at], items[other]] = [items[other]!, items[at]!]
  }
}
