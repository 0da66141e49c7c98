import { generateKeyPairSync } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, matchesGlob } from 'node:path'
import { Ajv } from 'ajv'
import type { Configuration } from 'app-builder-lib'
import { describe, expect, it } from 'vitest'
import { environmentConfig, project, readBuilderConfig } from './config.ts'
import { prebuilds } from './pack.ts'

const { resolve } = createRequire(import.meta.url)
const schema = JSON.parse(readFileSync(resolve('app-builder-lib/scheme.json'), 'utf8')) as object
const validate = new Ajv({
  allErrors: true,
  strict: false,
  // The schema uses this keyword for functions, which a file can’t contain.
  keywords: ['typeof'],
}).compile(schema)

function errorsIn(config: object): string[] {
  // Drops undefined values, which a configuration in JSON can’t have.
  validate(JSON.parse(JSON.stringify(config)))
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  )
}

describe('electron-builder.yml', () => {
  it('matches electron-builder’s schema', () => expect(errorsIn(readBuilderConfig())).toEqual([]))

  it('fails schema validation with unknown or invalid settings', () => {
    expect(errorsIn({ ...readBuilderConfig(), asarr: true })).not.toEqual([])
    expect(errorsIn({ ...readBuilderConfig(), deb: { depends: [7] } })).not.toEqual([])
  })

  it('builds the standard installers for each system', () => {
    const { linux, mac, win } = readBuilderConfig()
    expect(linux!.target).toEqual(['AppImage', 'deb', 'rpm'])
    expect(mac!.target).toEqual([
      { target: 'dmg', arch: 'universal' },
      { target: 'zip', arch: 'universal' },
    ])
    expect(win!.target).toEqual([
      { target: 'nsis', arch: ['x64', 'arm64'] },
      { target: 'portable', arch: ['x64', 'arm64'] },
    ])
  })

  it('builds an AppImage that doesn’t require libfuse2 and keeps its sandbox', () => {
    const written = readBuilderConfig()
    // Both of electron-builder’s runtimes since 1.0.0 are static. The older one always adds --no-sandbox.
    expect(written.toolsets?.appimage).toMatch(/^[1-9]\./)
    expect(JSON.stringify(written)).not.toContain('--no-sandbox')
  })

  it('names the AppImage without a version, so that an update keeps its name', () => {
    const { artifactName } = readBuilderConfig().appImage!
    expect(artifactName).toContain('${arch}')
    expect(artifactName).not.toContain('version')
    // Otherwise electron-updater renames the file.
    const updater = readFileSync(resolve('electron-updater/out/AppImageUpdater.js'), 'utf8')
    expect(updater).toContain('!/\\d+\\.\\d+\\.\\d+/.test(existingBaseName)')
  })

  it('includes the architecture in the name of the Windows installer', () => {
    const { nsis } = readBuilderConfig()
    expect(nsis).toMatchObject({
      buildUniversalInstaller: false,
      artifactName: expect.stringContaining('${arch}'),
    })
  })

  it('explains to macOS users why it accesses the local network', () => {
    const { NSLocalNetworkUsageDescription: reason } = readBuilderConfig().mac!.extendInfo as {
      NSLocalNetworkUsageDescription?: string
    }
    expect(reason).toMatch(/^Latchkey .*\.$/)
  })

  it('has keytar’s modules for both processors in a universal app', () => {
    const folder = 'node_modules/keytar/prebuilds'
    const modules = globSync(`${folder}/darwin-*/keytar.node`, { cwd: project }).sort()
    expect(modules).toEqual([
      join(folder, 'darwin-arm64/keytar.node'),
      join(folder, 'darwin-x64/keytar.node'),
    ])
    // electron-builder refuses to merge equal modules that this pattern doesn’t cover.
    const { x64ArchFiles } = readBuilderConfig().mac!
    for (const file of modules)
      expect(matchesGlob(`Contents/Resources/app.asar.unpacked/${file}`, x64ArchFiles!)).toBe(true)
    expect(prebuilds('darwin', false)).toBe('darwin-*')
  })

  it('depends on libsecret if a package manager can install it', () => {
    const { deb, rpm } = readBuilderConfig()
    expect(deb!.depends).toContain('libsecret-1-0')
    expect(rpm!.depends).toContain('(libsecret or libsecret-1-0)')
  })

  it('refers to existing icons and entitlements', () => {
    const { linux, mac, win } = readBuilderConfig()
    for (const file of [linux!.icon, mac!.icon, mac!.entitlements, win!.icon])
      expect(() => readFileSync(join(project, file!))).not.toThrow(/ENOENT/)
  })

  it('neither signs nor publishes by default', () => {
    const written = readBuilderConfig()
    expect(written.publish).toBeNull()
    expect(JSON.stringify(written)).not.toMatch(/csc|identity|password|provisioning|https?:/i)
  })
})

function rsaKey(): string {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

/** Creates a private key, which must never be packaged, although a public key could be derived from it. */
function privateKey(): string {
  const pair = generateKeyPairSync('ed25519')
  return pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** The full configuration after electron-builder has merged it. */
function packageConfig(
  environment: Record<string, string | undefined>,
  platform: NodeJS.Platform = 'darwin',
): Configuration {
  const written = readBuilderConfig()
  const added = environmentConfig(environment, platform)
  return {
    ...written,
    ...added,
    mac: { ...written.mac, ...added.mac },
    win: { ...written.win, ...added.win },
  }
}

describe('environmentConfig', () => {
  it('turns off updates and signs ad hoc by default', () => {
    const config = packageConfig({})
    expect(errorsIn(config)).toEqual([])
    expect(config).toMatchObject({ publish: null, forceCodeSigning: false })
    expect(config.extraMetadata).toBeUndefined()
    expect(config.mac).toMatchObject({ identity: '-', hardenedRuntime: false })
  })

  it('signs with a given certificate', () => {
    const config = packageConfig({ CSC_LINK: 'certificate.p12', LATCHKEY_SIGN: 'required' })
    expect(config.forceCodeSigning).toBe(true)
    expect(config.mac!.identity).toBeUndefined()
    expect(config.mac!.hardenedRuntime).toBe(true)
  })

  it('doesn’t accept an ad-hoc signature if signing is required', () => {
    const config = packageConfig({ LATCHKEY_SIGN: 'required' })
    expect(config.forceCodeSigning).toBe(true)
    expect(config.mac!.identity).toBeUndefined()
  })

  const azure = {
    LATCHKEY_AZURE_PUBLISHER: 'Example Ltd',
    LATCHKEY_AZURE_ENDPOINT: 'https://weu.codesigning.azure.net',
    LATCHKEY_AZURE_ACCOUNT: 'example',
    LATCHKEY_AZURE_PROFILE: 'latchkey',
  }

  it('signs with Azure Trusted Signing on Windows, which enables updates', () => {
    const environment = { ...azure, LATCHKEY_UPDATE_GITHUB: 'example/latchkey' }
    const config = packageConfig(environment, 'win32')
    expect(config.win!.azureSignOptions).toEqual({
      publisherName: 'Example Ltd',
      endpoint: 'https://weu.codesigning.azure.net',
      codeSigningAccountName: 'example',
      certificateProfileName: 'latchkey',
    })
    expect(config.publish).toMatchObject({ provider: 'github' })
    expect(config.extraMetadata).toBeUndefined()
    expect(errorsIn(config)).toEqual([])
  })

  it('reports the missing variable for Azure Trusted Signing', () => {
    expect(() => packageConfig({ ...azure, LATCHKEY_AZURE_PROFILE: '' }, 'win32')).toThrow(
      'Azure Trusted Signing also needs LATCHKEY_AZURE_PROFILE.',
    )
  })

  it('doesn’t require a signature on Linux, which has none', () =>
    expect(packageConfig({ LATCHKEY_SIGN: 'required' }, 'linux').forceCodeSigning).toBe(false))

  it.each([
    [
      { LATCHKEY_UPDATE_URL: 'https://updates.example/latchkey' },
      { provider: 'generic', url: 'https://updates.example/latchkey' },
    ],
    [
      { LATCHKEY_UPDATE_GITHUB: 'example/latchkey' },
      { provider: 'github', owner: 'example', repo: 'latchkey' },
    ],
  ])('sets the update source from %j', (environment, publish) => {
    const config = packageConfig({ ...environment, CSC_LINK: 'certificate.p12' })
    expect(config.publish).toEqual(publish)
    expect(config.extraMetadata).toBeUndefined()
    expect(errorsIn(config)).toEqual([])
  })

  it.each([
    ['darwin', {}],
    ['win32', {}],
    ['win32', { CSC_NAME: 'Ada' }],
    ['linux', { CSC_LINK: 'certificate.p12' }],
  ] as const)('turns off updates for %s with %j, and records why', (platform, signing) => {
    const source = { LATCHKEY_UPDATE_GITHUB: 'example/latchkey' }
    const config = packageConfig({ ...source, ...signing }, platform)
    expect(config.publish).toBeNull()
    expect(config.extraMetadata).toEqual({ updates: { off: 'unsigned' } })
  })

  it.each(['pem', 'der'] as const)('adds the update key to an AppImage, from %s', (format) => {
    const { publicKey } = generateKeyPairSync('ed25519')
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    const formatted = format === 'pem' ? publicKey.export({ type: 'spki', format }) : key
    const environment = {
      LATCHKEY_UPDATE_GITHUB: 'example/latchkey',
      LATCHKEY_UPDATE_KEY: String(formatted),
    }
    const config = packageConfig(environment, 'linux')
    expect(config.publish).toMatchObject({ provider: 'github' })
    expect(config.extraMetadata).toEqual({ updates: { key } })
    expect(errorsIn(config)).toEqual([])
  })

  it.each(['here', rsaKey(), privateKey()])('rejects %j as the key', (key) => {
    const environment = { LATCHKEY_UPDATE_GITHUB: 'a/b', LATCHKEY_UPDATE_KEY: key }
    expect(() => packageConfig(environment, 'linux')).toThrow('LATCHKEY_UPDATE_KEY')
  })

  it.each([
    { LATCHKEY_UPDATE_URL: 'http://updates.example' },
    { LATCHKEY_UPDATE_URL: 'here' },
    { LATCHKEY_UPDATE_GITHUB: 'latchkey' },
  ])('rejects %j', (environment) => {
    expect(() => packageConfig(environment)).toThrow(/LATCHKEY_UPDATE_/)
  })

  it.each([
    [{ LATCHKEY_HOMEPAGE: 'https://a.example' }, 'https://a.example'],
    [{ CI_PROJECT_URL: 'https://git.example/a/b' }, 'https://git.example/a/b'],
    [
      { GITHUB_SERVER_URL: 'https://github.example', GITHUB_REPOSITORY: 'a/b' },
      'https://github.example/a/b',
    ],
  ])('sets the homepage from %j', (environment, homepage) => {
    expect(packageConfig(environment).extraMetadata).toEqual({ homepage })
  })
})
