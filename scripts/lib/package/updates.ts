import { createPublicKey } from 'node:crypto'
import type { Configuration } from 'app-builder-lib'
import type { PackagedUpdates } from '../../../src/core/features/updates/packaged-updates.ts'
import { type Environment, isSigned } from './signing.ts'

interface Updates {
  /** The update source; null turns updates off. */
  publish: Configuration['publish']
  /** The update settings in the package. */
  updates?: PackagedUpdates
}

/**
 * Reads the update source of a system’s package, and how the package verifies updates. If it couldn’t verify them,
 * updates are off: macOS doesn’t install updates into an unsigned app, and on other systems a hash would come from the
 * same server as the file.
 */
export function readUpdateSettings(environment: Environment, platform: NodeJS.Platform): Updates {
  const publish = readUpdateSource(environment)
  if (!publish) return { publish }
  if (platform === 'linux') {
    const key = readPublicKey(environment)
    return key ? { publish, updates: { key } } : { publish: null, updates: { off: 'unsigned' } }
  }
  if (isSigned(environment, platform)) return { publish }
  return { publish: null, updates: { off: 'unsigned' } }
}

/** Reads the public key for releases, as SPKI in base64. Undefined if it isn’t set. */
export function readPublicKey({ LATCHKEY_UPDATE_KEY: text }: Environment): string | undefined {
  if (!text) return undefined
  const key = parsePublicKey(text.trim())
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error('LATCHKEY_UPDATE_KEY is not a public Ed25519 key in PEM or base64.')
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}

function parsePublicKey(text: string) {
  try {
    if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return createPublicKey(text)
    return createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
  } catch {
    return undefined
  }
}

function readUpdateSource(environment: Environment): Configuration['publish'] {
  const { LATCHKEY_UPDATE_URL: url, LATCHKEY_UPDATE_GITHUB: github } = environment
  if (url) return { provider: 'generic', url: assertHttps(url) }
  if (!github) return null
  const [owner, repo, ...rest] = github.split('/')
  if (!owner || !repo || rest.length > 0)
    throw new Error(`LATCHKEY_UPDATE_GITHUB is “${github}”, not like “owner/name”.`)
  return { provider: 'github', owner, repo }
}

/** Throws unless the URL is https, because updates that install themselves must not be modified in transit. */
function assertHttps(url: string): string {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new Error(`LATCHKEY_UPDATE_URL is “${url}”, which is not an https URL.`)
  return url
}
