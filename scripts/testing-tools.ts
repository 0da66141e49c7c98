// Installs the tests’ dependencies that aren’t npm packages, and reports any that it can’t install. Prints nothing if
// none are missing.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findChromium, findCommand, findWholeChromium } from './lib/chromium.ts'
import { findFirefox } from './lib/firefox.ts'
import { findFakeTime } from './lib/fake-time.ts'

interface Tool {
  name: string
  isInstalled: () => boolean
  /** The Debian packages that contain it. */
  packages: string[]
  /** Some tests are skipped without it. */
  isOptional?: true
}

/** Most tests use the headless shell. */
const chromiums = ['chromium', 'chromium-headless-shell']
const isLinux = process.platform === 'linux'
const command = (name: string, ...packages: string[]): Tool => ({
  name,
  isInstalled: () => findCommand(name) !== undefined,
  packages,
})

const commonTools: Tool[] = [
  { name: 'Chromium', isInstalled: () => findWholeChromium() !== undefined, packages: chromiums },
  command('openssl', 'openssl'),
  command('gpg', 'gnupg'),
  command('ssh-keygen', 'openssh-client'),
  { name: 'Firefox', isInstalled: () => findFirefox() !== undefined, packages: ['firefox-esr'] },
]
const linuxTools: Tool[] = [
  command('dbus-daemon', 'dbus'),
  command('gnome-keyring-daemon', 'gnome-keyring'),
  command('secret-tool', 'libsecret-tools'),
  // sshd isn’t in every user’s PATH.
  { name: 'sshd', isInstalled: () => existsSync('/usr/sbin/sshd'), packages: ['openssh-server'] },
  {
    name: 'faketime',
    isInstalled: () => findFakeTime() !== undefined,
    packages: ['faketime'],
    isOptional: true,
  },
  { ...command('strace', 'strace'), isOptional: true },
  { ...command('makensis', 'nsis'), isOptional: true },
  { ...command('mandoc', 'mandoc'), isOptional: true },
  { ...command('zsh', 'zsh'), isOptional: true },
  { ...command('fish', 'fish'), isOptional: true },
  { name: 'Noto Color Emoji', isInstalled: hasEmoji, packages: ['fonts-noto-color-emoji'] },
]

const missing = () =>
  [...commonTools, ...(isLinux ? linuxTools : [])].filter((t) => !t.isInstalled())

const missingTools = missing()
if (missingTools.length > 0) installTools(missingTools)

const stillMissing = missing().filter(({ isOptional }) => !isOptional)
if (stillMissing.length > 0) {
  const isChromiumMissing = stillMissing.some(({ name }) => name === 'Chromium')
  fail(
    `The tests need tools that are missing: ${list(stillMissing)}. ` +
      'Install them with your system’s package manager and try again.' +
      (isChromiumMissing
        ? ' "npx playwright install chromium" installs a Chromium; LATCHKEY_CHROMIUM names a different one.'
        : ''),
  )
}

function installTools(tools: Tool[]): void {
  const asRoot = rootPrefix()
  const packages = tools.flatMap((tool) => tool.packages)
  // Ubuntu provides browsers only as snaps, which can’t run in a container.
  const browsers = [...chromiums, 'firefox-esr']
  const debianPackages = packages.filter((name) => !browsers.includes(name) || !isUbuntu())
  if (asRoot && debianPackages.length > 0) {
    console.log(`Installing for the tests: ${debianPackages.join(' ')}`)
    run([...asRoot, 'apt-get', 'update', '-qq'])
    run([
      ...asRoot,
      'apt-get',
      'install',
      '-y',
      '-qq',
      '--no-install-recommends',
      ...debianPackages,
    ])
  }
  if (!findChromium() && (!isLinux || isUbuntu())) {
    console.log("Installing for the tests: Playwright's Chromium")
    const dependencyOptions = asRoot ? ['--with-deps'] : []
    run(['npx', 'playwright', 'install', ...dependencyOptions, 'chromium'])
  }
}

/**
 * The command prefix with which apt-get can install packages; undefined if apt-get is missing or the user isn’t allowed
 * to run it.
 */
function rootPrefix(): string[] | undefined {
  if (!isLinux || !findCommand('apt-get')) return undefined
  const nonInteractive = ['env', 'DEBIAN_FRONTEND=noninteractive']
  if (process.getuid?.() === 0) return nonInteractive
  const { status } = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' })
  return status === 0 ? ['sudo', '-n', ...nonInteractive] : undefined
}

function isUbuntu(): boolean {
  return (
    existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'))
  )
}

function hasEmoji(): boolean {
  const folders = [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(homedir(), '.local/share/fonts'),
  ]
  const places = [
    'truetype/noto',
    'noto',
    'noto-emoji',
    'google-noto-emoji',
    'google-noto-color-emoji-fonts',
    '',
  ]
  return folders.some((f) => places.some((p) => existsSync(join(f, p, 'NotoColorEmoji.ttf'))))
}

function run([program = '', ...options]: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, options, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) console.error(`${program} ${options.join(' ')} failed:\n${stdout}${stderr}`)
}

function fail(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

function list(tools: Tool[]): string {
  return tools.map(({ name }) => name).join(', ')
}
