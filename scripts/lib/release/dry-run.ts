import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findCommand } from '../chromium.ts'
import { unpackedElectron } from '../electron-binary.ts'
import type { Licence } from '../licences/collect.ts'
import { project } from '../package/config.ts'
import { missingRequirements } from '../package/missing.ts'
import { releaseKey } from './key.ts'
import { createSbom } from './sbom.ts'
import { writeSums } from './sign.ts'

type Environment = Record<string, string | undefined>

/** Returns the version to release. Throws if the lockfile, the changelog, or the CI tag has a different version. */
export function releaseVersion(folder: string, environment: Environment): string {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  const lock = JSON.parse(read('package-lock.json')) as { version: string }
  if (lock.version !== version)
    throw new Error(`package-lock.json has version ${lock.version}, package.json ${version}.`)
  const [, newest] = /^## \[?([^\]\s]+)/m.exec(read('CHANGELOG.md')) ?? []
  if (newest !== version)
    throw new Error(`The newest entry of CHANGELOG.md is ${newest}, not ${version}.`)
  const tag = environment.GITHUB_REF_TYPE === 'tag' ? environment.GITHUB_REF_NAME : undefined
  if (tag !== undefined && tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, and the version ${version}.`)
  return version
}

/** Lists what a release is missing, each as a sentence that explains how to add it. */
function missingParts(environment: Environment): string[] {
  const { platform } = process
  const electron = unpackedElectron()?.executable
  const sentences = missingRequirements({
    dir: false,
    platform,
    environment,
    electron,
    findCommand,
  })
  if (!releaseKey(environment))
    sentences.push('LATCHKEY_RELEASE_KEY is not set, so updates and checksums are not signed.')
  if (!environment.LATCHKEY_UPDATE_URL && !environment.LATCHKEY_UPDATE_GITHUB)
    sentences.push(
      'Neither LATCHKEY_UPDATE_URL nor LATCHKEY_UPDATE_GITHUB is set, so the app will not look for updates.',
    )
  const others = ['Linux', 'macOS', 'Windows'].filter((system) => system !== systemName(platform))
  sentences.push(`Packages for ${others.join(' and ')} are made on these systems.`)
  return sentences
}

function systemName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'macOS'
  return platform === 'win32' ? 'Windows' : 'Linux'
}

/** Checks everything about a release that doesn’t depend on packages, and returns the findings, one per line. */
export async function rehearseRelease(environment: Environment): Promise<string[]> {
  const version = releaseVersion(project, environment)
  const notices = readFileSync(join(project, 'out/renderer/licences.json'), 'utf8')
  const licences = JSON.parse(notices) as Licence[]
  const sbom = createSbom(project, licences)
  const shipped = sbom.components.filter(({ scope }) => scope === 'required')
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
  try {
    writeFileSync(join(folder, `Latchkey-${version}-sbom.cdx.json`), JSON.stringify(sbom))
    await writeSums(folder, releaseKey(environment))
    const [sum] = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
    return [
      `Version ${version}: package.json, package-lock.json, and CHANGELOG.md agree.`,
      `License notices: ${licences.length} packages.`,
      `SBOM: ${sbom.components.length} packages, ${shipped.length} of them in the app.`,
      `Checksums: ${sum}`,
      'Missing:',
      ...missingParts(environment).map((sentence) => `- ${sentence}`),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}
