import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'

/** A version to describe for winget. */
export interface WingetRelease {
  version: string
  /** The https folder with the installers. */
  downloads: string
  publisher: string
  license: string
  description: string
}

const packageId = 'Latchkey.Latchkey'
const locale = 'en-US'

/**
 * Writes winget’s three manifests next to the Windows installers, for a pull request to microsoft/winget-pkgs. Returns their
 * names; none for a beta, or without installers.
 */
export function writeWingetManifests(folder: string, release: WingetRelease): string[] {
  const installers = readInstallers(folder, release)
  if (installers.length === 0 || release.version.includes('-')) return []
  const manifests = {
    [`${packageId}.yaml`]: manifest(release, 'version', { DefaultLocale: locale }),
    [`${packageId}.installer.yaml`]: manifest(release, 'installer', {
      InstallerType: 'nullsoft',
      Scope: 'user',
      UpgradeBehavior: 'install',
      Protocols: ['latchkey'],
      Installers: installers,
    }),
    [`${packageId}.locale.${locale}.yaml`]: manifest(release, 'defaultLocale', {
      PackageLocale: locale,
      Publisher: release.publisher,
      PackageName: 'Latchkey',
      License: release.license,
      ShortDescription: release.description,
    }),
  }
  for (const [name, text] of Object.entries(manifests)) writeFileSync(join(folder, name), text)
  return Object.keys(manifests)
}

function readInstallers(folder: string, { version, downloads }: WingetRelease) {
  return readdirSync(folder).flatMap((name) => {
    const architecture = /-setup-(x64|arm64)\.exe$/.exec(name)?.[1]
    if (architecture === undefined || !name.includes(`-${version}-`)) return []
    const hash = createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
    return {
      Architecture: architecture,
      InstallerUrl: `${downloads}/${encodeURIComponent(name)}`,
      InstallerSha256: hash.toUpperCase(),
    }
  })
}

function manifest({ version }: WingetRelease, type: string, fields: object): string {
  return stringify({
    PackageIdentifier: packageId,
    PackageVersion: version,
    ...fields,
    ManifestType: type,
    ManifestVersion: '1.10.0',
  })
}

/** The folder that the installers of a version are downloaded from; undefined if the environment doesn’t say. */
export function downloadFolder(
  version: string,
  environment: Record<string, string | undefined>,
): string | undefined {
  const { LATCHKEY_UPDATE_GITHUB: repository, LATCHKEY_UPDATE_URL: url } = environment
  if (url) return url.replace(/\/+$/, '')
  return repository && `https://github.com/${repository}/releases/download/v${version}`
}
