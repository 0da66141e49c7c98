import { join } from 'node:path'
import type { Random } from '../../src/sandbox/seed/random.ts'
import type { Setting } from './settings.ts'
import { sshHosts } from './ssh-files.ts'

interface RemoteOptions {
  servers: string
  /** The URL of the accounts’ instance. */
  instance: string
  sshPort: number
  /** Distinguishes the repository’s servers from others. */
  number: number
  random: Random
}

export interface Remotes {
  /** The folders of the servers’ repositories, by remote; undefined for a server that isn’t there. */
  folders: Map<string, string | undefined>
  settings: Setting[]
  urls: string[]
}

const remoteNames = ['origin', 'fork', 'up.stream/team']

/** The remotes of a repository, with all ways to redirect what is pushed. */
export function createRemotes(options: RemoteOptions): Remotes {
  const { servers, number, random } = options
  const count = random.pick([0, 1, 1, 1, 1, 2, 2, 3])
  const usual = random.chance(0.9) ? remoteNames : remoteNames.toReversed()
  const names = usual.slice(0, count)
  const folders = new Map<string, string | undefined>()
  const settings: Setting[] = []
  const urls: string[] = []
  for (const name of names) {
    const path = `team/${name.replace('/', '-')}-${number}.git`
    const url = remoteUrl(path, options)
    folders.set(name, join(servers, path))
    urls.push(url)
    settings.push([`remote.${name}.url`, url])
    if (random.chance(0.05)) settings.push([`remote.${name}.url`, remoteUrl(path, options)])
    settings.push([`remote.${name}.fetch`, `+refs/heads/*:refs/remotes/${name}/*`])
    if (random.chance(0.15)) settings.push([`remote.${name}.pushurl`, remoteUrl(path, options)])
    if (random.chance(0.03)) settings.push([`remote.${name}.pushurl`, remoteUrl(path, options)])
  }
  if (count > 0 && random.chance(0.15)) settings.push(['remote.pushDefault', random.pick(names)])
  if (random.chance(0.3))
    settings.push([
      'push.default',
      random.pick(['current', 'upstream', 'simple', 'matching', 'nothing']),
    ])
  return { folders, settings, urls }
}

/** The ways to write the URL of one server’s repository (git-push(1), “GIT URLs”). */
function remoteUrl(path: string, { servers, instance, sshPort, random }: RemoteOptions): string {
  const absolute = join(servers, path)
  const host = random.pick(['127.0.0.1', ...sshHosts])
  const http = new URL(instance)
  return random.pick([
    ...[
      `git@${host}:${path}`,
      `git@${host}:${path}`,
      `git@${host}:${absolute}`,
      `${host}:${absolute}`,
    ],
    ...[
      `ssh://git@${host}${absolute}`,
      `ssh://git@${host}:${sshPort}${absolute}`,
      `git@[127.0.0.1]:${path}`,
    ],
    ...[`${instance}/${path}`, `${instance}/${path}`, `http://maya@${http.host}/${path}`],
    ...[`http://localhost:${http.port}/${path}`, `https://127.0.0.1:1/${path}`],
    ...[absolute, `file://${absolute}`, `lab:${path}`, `srv:${path}`],
  ])
}

/** Rewritten beginnings of URLs (git-config(1), `url.<base>.insteadOf`). */
export function urlSettings({
  servers,
  instance,
  random,
}: Omit<RemoteOptions, 'number'>): Setting[] {
  const local = instance.replace('127.0.0.1', 'localhost')
  const rewrites: [chance: number, base: string, how: string, beginning: string][] = [
    [0.9, `git@127.0.0.1:`, 'insteadOf', 'lab:'],
    [0.9, `${servers}/`, 'insteadOf', 'srv:'],
    [0.1, `git@127.0.0.1:`, 'pushInsteadOf', `${instance}/`],
    [0.1, `ssh://git@localhost${servers}/`, 'pushInsteadOf', `${local}/`],
    [0.08, `git@work:`, 'insteadOf', `${local}/`],
    [0.08, `${instance}/`, 'insteadOf', 'git@127.0.0.1:'],
    [0.08, `git@localhost:`, 'pushInsteadOf', 'git@work:'],
    [0.08, `git@127.0.0.1:team/`, 'pushInsteadOf', 'srv:team/'],
    [0.05, `git@localhost:`, 'pushInsteadOf', `git@`],
  ]
  return rewrites.flatMap(([chance, base, how, beginning]): Setting[] =>
    random.chance(chance) ? [[`url.${base}.${how}`, beginning]] : [],
  )
}
