import { createFailureError } from '../../../platform/failures.ts'
import { posix, win32 } from 'node:path'
import { Token } from '../../../../shared/operations/accounts.ts'
import type { ConfigProblem, UnusableToken } from '../../../../shared/operations/found-tokens.ts'
import type { GlabHost } from './parse-glab-config.ts'
import { readGlabConfig } from './read-glab-config.ts'
import { type ReadableToken, type Surroundings, toInstance } from './readable-token.ts'

/** A glab token, with glab's name for its host. */
export interface GlabToken extends ReadableToken {
  hostName: string
}

export interface GlabTokens {
  tokens: GlabToken[]
  unusable: UnusableToken[]
  /** The hosts with a token in the keychain, and the file that lists them. */
  inKeychain: { typedUrl: string; place: string }[]
  problem?: { file: string; reason: ConfigProblem }
  /** The files that were searched. */
  places: string[]
}

/** The tokens in glab's configuration. If there are several files, glab uses only the first. */
export async function findGlabTokens(surroundings: Surroundings): Promise<GlabTokens> {
  const files = glabConfigFiles(surroundings)
  const shown = (file: string) => abbreviate(file, surroundings)
  const result: GlabTokens = { tokens: [], unusable: [], inKeychain: [], places: files.map(shown) }
  for (const file of files) {
    const config = await readGlabConfig(file)
    if (!config) continue
    if ('problem' in config) {
      return { ...result, problem: { file: shown(file), reason: config.problem } }
    }
    for (const host of config.hosts) {
      const reason = unusableReason(host)
      if (reason) result.unusable.push({ source: 'glab', name: host.name.slice(0, 253), reason })
      else if (host.token) result.tokens.push(toReadable(host, file, shown(file)))
      if (reason === 'keychain' && toInstance(urlOf(host))) {
        result.inKeychain.push({ typedUrl: urlOf(host), place: shown(file) })
      }
    }
    return result
  }
  return result
}

/** Where glab looks for its configuration, in the same order as glab (`SearchConfigFile`). */
export function glabConfigFiles({ home, environment, platform }: Surroundings): string[] {
  const { join, resolve } = platform === 'win32' ? win32 : posix
  const { GLAB_CONFIG_DIR, XDG_CONFIG_HOME, LOCALAPPDATA, APPDATA } = environment
  if (GLAB_CONFIG_DIR) return [resolve(GLAB_CONFIG_DIR, 'config.yml')]
  const defaultFolders = {
    darwin: [join(home, 'Library/Application Support')],
    win32: [LOCALAPPDATA, APPDATA],
  }[platform as string]
  const folders = [join(home, '.config'), XDG_CONFIG_HOME, ...(defaultFolders ?? [])]
  const files = folders
    .filter((folder) => folder)
    .map((folder) => join(folder!, 'glab-cli', 'config.yml'))
  return [...new Set(files)]
}

/** A path with `~` in place of the home folder. */
export function abbreviate(path: string, { home, platform }: Surroundings): string {
  const { sep } = platform === 'win32' ? win32 : posix
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}

function unusableReason(host: GlabHost): UnusableToken['reason'] | undefined {
  if (host.isOAuth) return 'oauth'
  if (host.isInKeychain) return 'keychain'
  if (!host.token) return host.hasJobToken ? 'job-token' : undefined
  if (!Token.safeParse(host.token).success) return 'malformed'
  return toInstance(urlOf(host)) ? undefined : 'url'
}

function urlOf({ name, apiHost, apiProtocol = 'https' }: GlabHost): string {
  return `${apiProtocol}://${apiHost ?? name}`
}

function toReadable(host: GlabHost, file: string, place: string): GlabToken {
  const typedUrl = urlOf(host)
  const instance = toInstance(typedUrl)!
  const username = /^[\w.-]{1,255}$/.test(host.username ?? '') ? host.username : undefined
  return {
    offer: { source: 'glab', ...instance, place, ...(username && { username }) },
    typedUrl,
    hostName: host.name,
    async read() {
      const config = await readGlabConfig(file)
      const hosts = config && 'hosts' in config ? config.hosts : []
      const now = hosts.find(({ name }) => name === host.name)
      // The user agreed only to the host that was listed.
      // guard: offer-host
      if (!now || unusableReason(now) || urlOf(now) !== typedUrl) {
        throw createFailureError('foundTokens.changed', { file: place })
      }
      if (now.token === undefined) throw createFailureError('foundTokens.changed', { file: place })
      return now.token
    },
  }
}
