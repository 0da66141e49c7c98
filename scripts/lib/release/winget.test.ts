import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readBuilderConfig } from '../package/config.ts'
import { downloadFolder, writeWingetManifests } from './winget.ts'

// Required fields, patterns, and lengths of schemas/JSON/manifests/v1.10.0 in github.com/microsoft/winget-cli.

type Check = RegExp | readonly [min: number, max: number]

const head: Record<string, Check> = {
  PackageIdentifier: /^[^.\s\\/:*?"<>|]{1,32}(\.[^.\s\\/:*?"<>|]{1,32}){1,7}$/,
  PackageVersion: /^[^\\/:*?"<>|]{1,128}$/,
  ManifestVersion: /^1\.10\.0$/,
}
const localeName = /^(?=.{1,20}$)[a-zA-Z]{2,3}(-[a-zA-Z]{1,8})*$/
const required: Record<string, Record<string, Check>> = {
  'Latchkey.Latchkey.yaml': { ...head, DefaultLocale: localeName, ManifestType: /^version$/ },
  'Latchkey.Latchkey.installer.yaml': {
    ...head,
    ManifestType: /^installer$/,
    InstallerType: /^(msix|msi|appx|exe|zip|inno|nullsoft|wix|burn|pwa|portable)$/,
    Scope: /^(user|machine)$/,
    UpgradeBehavior: /^(install|uninstallPrevious|deny)$/,
  },
  'Latchkey.Latchkey.locale.en-US.yaml': {
    ...head,
    ManifestType: /^defaultLocale$/,
    PackageLocale: localeName,
    Publisher: [2, 256],
    PackageName: [2, 256],
    License: [3, 512],
    ShortDescription: [3, 256],
  },
}
const requiredOfInstallers: Record<string, Check> = {
  Architecture: /^(x86|x64|arm|arm64|neutral)$/,
  InstallerUrl: /^(?=.{1,2048}$)https?:\/\/.+$/i,
  InstallerSha256: /^[A-Fa-f0-9]{64}$/,
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-winget-'))
  for (const arch of ['x64', 'arm64']) writeFileSync(join(folder, installerName(arch)), arch)
  for (const name of ['Latchkey-1.2.0-portable-x64.exe', 'Latchkey-1.1.0-setup-x64.exe'])
    writeFileSync(join(folder, name), 'other')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The name that electron-builder.yml sets. */
function installerName(arch: string): string {
  return readBuilderConfig()
    .nsis!.artifactName!.replace('${productName}', 'Latchkey')
    .replace('${version}', '1.2.0')
    .replace('${arch}', arch)
    .replace('${ext}', 'exe')
}

const project = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { author: string; license: string; description: string }

const write = (version = '1.2.0') =>
  writeWingetManifests(folder, {
    version,
    downloads: 'https://downloads.example/latchkey',
    publisher: project.author,
    license: project.license,
    description: project.description,
  })
const read = (name: string) =>
  parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>

function assertFields(values: Record<string, unknown>, checks: Record<string, Check>): void {
  for (const [name, check] of Object.entries(checks)) {
    const value = values[name]
    expect(typeof value, name).toBe('string')
    const pattern =
      check instanceof RegExp ? check : new RegExp(`^[^]{${check[0]},${check[1]}}$`, 'u')
    expect(value, name).toMatch(pattern)
  }
}

describe('winget manifests', () => {
  it('have the fields that winget requires', () => {
    expect(write().toSorted()).toEqual(Object.keys(required).toSorted())
    for (const [name, checks] of Object.entries(required)) assertFields(read(name), checks)
  })

  it('list each installer of the version with its URL and hash', () => {
    write()
    const installers = read('Latchkey.Latchkey.installer.yaml').Installers as Record<
      string,
      string
    >[]
    expect(installers.map(({ Architecture }) => Architecture).toSorted()).toEqual(['arm64', 'x64'])
    for (const installer of installers) {
      assertFields(installer, requiredOfInstallers)
      const name = installerName(installer.Architecture!)
      const hash = createHash('sha256').update(installer.Architecture!).digest('hex')
      expect(installer.InstallerUrl).toBe(`https://downloads.example/latchkey/${name}`)
      expect(installer.InstallerSha256!.toLowerCase()).toBe(hash)
    }
  })

  it('are left out for a beta, and without installers', () => {
    const before = readdirSync(folder)
    expect([write('1.3.0'), write('1.2.0-beta.1')]).toEqual([[], []])
    expect(readdirSync(folder)).toEqual(before)
  })

  it.each([
    [
      { LATCHKEY_UPDATE_GITHUB: 'owner/name' },
      'https://github.com/owner/name/releases/download/v1.2.0',
    ],
    [
      { LATCHKEY_UPDATE_URL: 'https://downloads.example/latchkey/' },
      'https://downloads.example/latchkey',
    ],
    [{}, undefined],
  ])('link to the downloads of %j', (environment, folder) =>
    expect(downloadFolder('1.2.0', environment)).toBe(folder),
  )
})
