import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'app-builder-lib'
import { parse } from 'yaml'

/** The folder of the whole project. */
export const project = join(import.meta.dirname, '../../..')

type Environment = Record<string, string | undefined>

/** What electron-builder.yml says. */
export function writtenConfig(): Configuration {
  return parse(readFileSync(join(project, 'electron-builder.yml'), 'utf8')) as Configuration
}

/**
 * What the environment adds to it: who signs, where updates come from, and the project's page. electron-builder reads
 * electron-builder.yml by itself and appends what it is given, so repeating the file would name every link and file type twice.
 */
export function environmentConfig(environment: Environment): Configuration {
  const homepage = homepageOf(environment)
  return {
    ...(homepage && { extraMetadata: { homepage } }),
    publish: updatesFrom(environment),
    forceCodeSigning: environment.LATCHKEY_SIGN === 'required',
    ...(!isSigned(environment) && { mac: unsignedMac }),
  }
}

/** deb and rpm name a page of the project. Undefined where nobody says one. */
export function homepageOf(environment: Environment): string | undefined {
  const { LATCHKEY_HOMEPAGE, CI_PROJECT_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = environment
  if (LATCHKEY_HOMEPAGE || CI_PROJECT_URL) return LATCHKEY_HOMEPAGE || CI_PROJECT_URL
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
    : undefined
}

function updatesFrom(environment: Environment): Configuration['publish'] {
  const { LATCHKEY_UPDATE_URL: url, LATCHKEY_UPDATE_GITHUB: github } = environment
  if (url) return { provider: 'generic', url: httpsOnly(url) }
  if (!github) return null
  const [owner, repo, ...rest] = github.split('/')
  if (!owner || !repo || rest.length > 0)
    throw new Error(`LATCHKEY_UPDATE_GITHUB is “${github}”, not like “owner/name”.`)
  return { provider: 'github', owner, repo }
}

/** What is installed by itself must not be changed on its way. */
function httpsOnly(url: string): string {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new Error(`LATCHKEY_UPDATE_URL is “${url}”, which is no https address.`)
  return url
}

// The names that electron-builder itself takes certificates from.
function isSigned({ CSC_LINK, CSC_NAME }: Environment): boolean {
  return Boolean(CSC_LINK || CSC_NAME)
}

/** Apple's processors start nothing without a signature; this one names nobody, so no library could match it. */
const unsignedMac = { identity: '-', hardenedRuntime: false }
