import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { extractAll } from '@electron/asar'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import { Arch, Platform, build } from 'electron-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fuses, mismatchedFuses } from '../fuses.ts'
import { archiveIn, listContents, packagedText, packageNames } from './contents.ts'
import type { PackagedFile } from './contents.ts'
import { importedModules, importedPackages, shippedEntries } from './needed.ts'
import { builderOptions } from './pack.ts'
import { pretendElectron } from './testing/pretend-electron.ts'

// Has the real electron-builder pack the real build around a fake Electron.

const work = mkdtempSync(join(tmpdir(), 'latchkey-package-'))
const electron = pretendElectron(Object.keys(fuses).length)
const app = join(work, 'linux-unpacked')
let files: PackagedFile[]
let paths: string[]
/** The options passed to the deb builder, and the desktop entry. */
let debOptions: string[]
let desktopEntry: string
let appImageEntry: string
let mimeTypes: string
/** The scripts that root runs when the deb is installed and removed. */
let scripts: string[]

it('the worker imports nothing that needs Electron', () => {
  expect(importedModules(['index.js'])).toContain('electron')
  expect(importedModules(['worker.js'])).not.toContain('electron')
})

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('the package', () => {
  beforeAll(async () => {
    const environment = { LATCHKEY_HOMEPAGE: 'https://latchkey.example' }
    const options = builderOptions({ dir: true, electronDist: electron, environment, output: work })
    await build({
      ...options,
      targets: Platform.LINUX.createTarget(['AppImage', 'deb'], Arch.x64),
      // electron-builder calls this when everything is ready, before running a program that it would have to download.
      async effectiveOptionComputed(computed: { desktop: string } | [string[], string]) {
        if ('desktop' in computed) {
          appImageEntry = computed.desktop
          return true
        }
        const [args, entry] = computed
        debOptions = args
        const after = (option: string) => args[args.indexOf(option) + 1]!
        const mime = args.find((arg) => arg.endsWith('=/usr/share/mime/packages/latchkey.xml'))!
        desktopEntry = readFileSync(entry, 'utf8')
        mimeTypes = readFileSync(mime.split('=')[0]!, 'utf8')
        scripts = [after('--after-install'), after('--after-remove')].map((file) =>
          readFileSync(file, 'utf8'),
        )
        return true
      },
    })
    files = listContents(app)
    paths = files.map(({ path }) => path)
  })
  afterAll(() => {
    for (const folder of [work, electron]) rmSync(folder, { recursive: true, force: true })
  })

  it('contains the built app, what it loads, and nothing else', () => {
    const topPaths = new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')))
    const own = [...topPaths].filter((top) => !top.startsWith('node_modules/')).sort()
    expect(own).toEqual([
      'out/main',
      'out/preload',
      'out/renderer',
      'package.json',
      'resources/icon.png',
      'resources/tray',
    ])
    expect(paths.filter((path) => path.startsWith('out/preload'))).toEqual([
      'out/preload/index.cjs',
    ])
    expect(paths).toContain('out/renderer/licences.json')
  })

  it('contains the icons that the app shows', () => {
    const iconNames = packagedText(app, 'out/main/index.js').match(/\btray[\w-]*\.png/gi)
    expect(iconNames).toContain('trayTemplate.png')
    for (const name of iconNames!) expect(paths).toContain(`resources/tray/${name}`)
    expect(paths).toContain('resources/tray/trayTemplate@2x.png')
  })

  it('contains only the built demo service, which only the app can start', () => {
    expect(paths).toContainEqual(expect.stringMatching(/^out\/main\/chunks\/demo-.*\.js$/))
    expect(paths).not.toContain('out/main/serve.js')
    expect(paths).not.toContain('out/main/sandbox.js')
  })

  it('contains only entries whose packages are included', () => {
    const entries = paths.filter((path) => /^out\/main\/[^/]+$/.test(path))
    expect(entries).toEqual(shippedEntries.map((name) => `out/main/${name}`))
  })

  it.each([
    ['source maps', /\.map$/],
    ['sources', /\.(ts|cts|mts|vue|cc|h|gyp)$/],
    ['tests', /(^|\/)(tests?|__tests__|testing|fixtures|spec)\/|\.(test|spec)\.[cm]?js$/],
    ['hidden files', /(^|\/)\./],
    ['other folders of the project', /^(src|e2e|bench|lab|scripts|docs|test-results|dist)\//],
    ['lockfiles and settings of tools', /(lock\.json|\.ya?ml|\.npmrc|\.env|tsconfig[^/]*)$/],
  ])('contains no %s', (_what, pattern) => {
    expect(paths.filter((path) => pattern.test(path))).toEqual([])
  })

  it('contains the packages that the app imports, complete enough to load', () => {
    const packages = packageNames(files)
    expect(packages).toEqual(expect.arrayContaining(importedPackages()))
    const extracted = join(work, 'extracted')
    extractAll(archiveIn(app), extracted)
    const require = createRequire(join(extracted, 'package.json'))
    for (const name of importedPackages()) {
      expect(require.resolve(name).startsWith(extracted), name).toBe(true)
      expect(() => require(name), name).not.toThrow()
    }
  })

  it.each(['undici', 'open', 'node-addon-api', 'vue', 'vite'])(
    'contains no %s, which the app never loads',
    (name) => expect(packageNames(files)).not.toContain(name),
  )

  it('contains keytar’s module for this processor only, next to the archive', () => {
    const native = 'node_modules/keytar/prebuilds/linux-x64/keytar.node'
    expect(paths.filter((path) => path.endsWith('.node'))).toEqual([native])
    expect(files.filter(({ unpacked }) => unpacked).map(({ path }) => path)).toEqual([native])
    expect(existsSync(join(app, 'resources/app.asar.unpacked', native))).toBe(true)
  })

  it('omits build settings from package.json', () => {
    const packagedJson = JSON.parse(packagedText(app, 'package.json')) as Record<string, unknown>
    expect(packagedJson).toMatchObject({ name: 'latchkey', main: 'out/main/index.js' })
    expect(packagedJson.devDependencies).toBeUndefined()
    expect(packagedJson.scripts).toBeUndefined()
  })

  it('omits Electron’s default app, and locales other than English', () => {
    expect(existsSync(join(app, 'resources/default_app.asar'))).toBe(false)
    expect(existsSync(join(app, 'locales/en-US.pak'))).toBe(true)
    expect(existsSync(join(app, 'locales/de.pak'))).toBe(false)
  })

  it('installs a desktop entry with links and file types', () => {
    const entry = desktopEntry.split('\n')
    expect(entry).toEqual(
      expect.arrayContaining([
        'Name=Latchkey',
        'Exec=/opt/Latchkey/latchkey %U',
        'Icon=latchkey',
        'StartupWMClass=latchkey',
        'Categories=Utility;',
      ]),
    )
    expect(entry).toContain(
      'MimeType=application/x-ssh-public-key;application/pgp-keys;x-scheme-handler/latchkey;',
    )
    expect(debOptions).toContainEqual(
      expect.stringMatching(/=\/usr\/share\/applications\/latchkey\.desktop$/),
    )
    // Linux icon themes don’t support larger icons.
    expect(debOptions).toContainEqual(expect.stringMatching('/512x512/apps/latchkey.png$'))
  })

  it('starts an AppImage with its sandbox on', () => {
    expect(appImageEntry.split('\n')).toContain('Exec=AppRun %U')
  })

  it('describes each file type once', () => {
    expect(mimeTypes.match(/<mime-type /g)).toHaveLength(2)
  })

  it('gets user namespaces if AppArmor allows them only to known programs', () => {
    const profile = readFileSync(join(app, 'resources/apparmor-profile'), 'utf8')
    expect(profile).toContain('profile "latchkey" "/opt/Latchkey/latchkey" flags=(unconfined) {')
    expect(profile).toMatch(/^ {2}userns,$/m)
    const [install, remove] = scripts
    expect(install).toContain("APPARMOR_PROFILE_SOURCE='/opt/Latchkey/resources/apparmor-profile'")
    expect(install).toContain("APPARMOR_PROFILE_TARGET='/etc/apparmor.d/latchkey'")
    expect(remove).toContain("APPARMOR_PROFILE_DEST='/etc/apparmor.d/latchkey'")
  })

  it('uses its own name, and doesn’t check for updates', () => {
    expect(readFileSync(join(app, 'latchkey')).includes('before ')).toBe(true)
    expect(existsSync(join(app, 'resources/app-update.yml'))).toBe(false)
  })

  it('sets every fuse as required', async () => {
    const program = join(app, 'latchkey')
    expect(mismatchedFuses(program)).toEqual([])
    const { V1: version } = FuseVersion
    await flipFuses(program, { version, [FuseV1Options.RunAsNode]: true })
    expect(mismatchedFuses(program)).toEqual(['runAsNode'])
  })
})
