import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'app-builder-lib'
import { parse } from 'yaml'
import { type Environment, azureSigning, isSigned, requiresSigning } from './signing.ts'
import { readUpdateSettings } from './updates.ts'

/** The folder of the whole project. */
export const project = join(import.meta.dirname, '../../..')

/** What electron-builder.yml says. */
export function readBuilderConfig(): Configuration {
  return parse(readFileSync(join(project, 'electron-builder.yml'), 'utf8')) as Configuration
}

/**
 * What the environment adds to it: who signs, where updates come from, and the project's page. electron-builder reads
 * electron-builder.yml by itself and appends what it is given, so repeating the file would name every link and file type twice.
 */
export function environmentConfig(
  environment: Environment,
  platform: NodeJS.Platform,
): Configuration {
  const homepage = projectHomepage(environment)
  const { publish, updates } = readUpdateSettings(environment, platform)
  const metadata = { ...(homepage && { homepage }), ...(updates && { updates }) }
  const forceCodeSigning = requiresSigning(environment, platform)
  const azureSignOptions = azureSigning(environment)
  return {
    ...(Object.keys(metadata).length > 0 && { extraMetadata: metadata }),
    publish,
    forceCodeSigning,
    ...(azureSignOptions && { win: { azureSignOptions } }),
    // It would count as a signature where one is required.
    ...(!forceCodeSigning && !isSigned(environment, 'darwin') && { mac: unsignedMac }),
  }
}

/** deb and rpm name a page of the project. Undefined where nobody says one. */
export function projectHomepage(environment: Environment): string | undefined {
  const { LATCHKEY_HOMEPAGE, CI_PROJECT_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = environment
  if (LATCHKEY_HOMEPAGE || CI_PROJECT_URL) return LATCHKEY_HOMEPAGE || CI_PROJECT_URL
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
    : undefined
}

/** Apple's processors start nothing without a signature; this one names nobody, so no library could match it. */
const unsignedMac = { identity: '-', hardenedRuntime: false }
