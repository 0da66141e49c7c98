import { type YAMLMap, isMap, isScalar, parseDocument } from 'yaml'
import type { ConfigProblem } from '../../../../shared/operations/found-tokens.ts'

/**
 * A host in glab's configuration, with the fields that glab may write (glab's `internal/config` and `internal/oauth2`).
 */
export interface GlabHost {
  name: string
  token?: string
  apiHost?: string
  apiProtocol?: string
  username?: string
  isOAuth: boolean
  hasJobToken: boolean
  /** Whether glab looks in the keychain if the file has no token. */
  isInKeychain: boolean
}

export type GlabConfig = { hosts: GlabHost[] } | { problem: ConfigProblem }

/**
 * Reads the hosts from glab's configuration. Reads every value as text, whatever its tag, because glab tags tokens
 * `!!null`. Never resolves aliases, so they can't expand.
 */
export function parseGlabConfig(text: string): GlabConfig {
  const document = parseDocument(text, {
    schema: 'failsafe',
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  })
  if (document.errors.length > 0) return { problem: 'not-yaml' }
  const { contents } = document
  if (contents === null) return { hosts: [] }
  if (!isMap(contents)) return { problem: 'not-yaml' }
  const hosts = contents.get('hosts', true)
  if (!isMap(hosts)) return { hosts: [] }
  return {
    hosts: hosts.items.flatMap(({ key, value }) => {
      const name = textOf(key)
      return name && isMap(value) ? [toHost(name, value)] : []
    }),
  }
}

function toHost(name: string, host: YAMLMap): GlabHost {
  const read = (key: string) => textOf(host.get(key, true))
  const token = read('token')
  const hasJobToken = Boolean(read('job_token'))
  return {
    name,
    ...(token && { token }),
    apiHost: read('api_host'),
    apiProtocol: read('api_protocol'),
    username: read('user'),
    isOAuth: isTrue(read('is_oauth2')),
    hasJobToken,
    isInKeychain: !token && !hasJobToken && (!host.has('token') || isTrue(read('use_keyring'))),
  }
}

/** Undefined if there is no text. */
function textOf(node: unknown): string | undefined {
  if (!isScalar(node) || typeof node.value !== 'string') return undefined
  return node.value.trim() || undefined
}

function isTrue(text: string | undefined): boolean {
  return text === 'true' || text === '1'
}
