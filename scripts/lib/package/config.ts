import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Configuration } from 'app-builder-lib'
import { parse } from 'yaml'
import { type Environment, azureSigning, isSigned, requiresSigning } from './signing.ts'
import { readUpdateSettings } from './updates.ts'

/** The project’s root folder. */
export const project = join(import.meta.dirname, '../../..')

/** The content of electron-builder.yml. */
export function readBuilderConfig(): Configuration {
  return parse(readFileSync(join(project, 'electron-builder.yml'), 'utf8')) as Configuration
}

/**
 * Configures signing, the update source, and the homepage from the environment. electron-builder reads
 * electron-builder.yml itself and adds this configuration to it, so repeating the file here would list every link and
 * file type twice.
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
    // An ad-hoc signature would satisfy `forceCodeSigning`, so it is used only if signing isn't required.
    ...(!forceCodeSigning && !isSigned(environment, 'darwin') && { mac: unsignedMac }),
  }
}

/** The project’s homepage, required for deb and rpm. Undefined if not set. */
export function projectHomepage(environment: Environment): string | undefined {
  const { LATCHKEY_HOMEPAGE, CI_PROJECT_URL, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = environment
  if (LATCHKEY_HOMEPAGE || CI_PROJECT_URL) return LATCHKEY_HOMEPAGE || CI_PROJECT_URL
  return GITHUB_SERVER_URL && GITHUB_REPOSITORY
    ? `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`
    : undefined
}

/**
 * Apple silicon doesn’t run unsigned apps. An ad-hoc signature has no team that libraries could match, so the hardened
 * runtime must be off.
 */
const unsignedMac = { identity: '-', hardenedRuntime: false }
