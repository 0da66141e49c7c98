import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Set to 1 by Ubuntu since 23.10: only programs that AppArmor knows may use what a sandbox is made of. */
const restrictedByAppArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

interface System {
  user: number | undefined
  /** The switch of AppArmor. */
  restriction: string
}

/**
 * Why Electron ends at once here, although its binary and a display are there, and what would help: Linux does not let it make its
 * sandbox. Undefined where it can, and where the person turned the sandbox off.
 */
export function sandboxProblem(
  binary: string,
  flags: readonly string[],
  { user, restriction }: System = { user: process.getuid?.(), restriction: restrictedByAppArmor },
): string | undefined {
  const isOff = flags.includes('--no-sandbox') || process.env.ELECTRON_DISABLE_SANDBOX !== undefined
  if (process.platform !== 'linux' || isOff) return undefined
  if (user === 0) return 'Electron refuses to run as root.'
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (isSetuidRoot(helper)) return undefined
  if (isOn(restriction) ? hasProfile(binary) : canMakeNamespaces()) return undefined
  return [
    'This system allows Electron no sandbox of its own. To open the window, run these two commands once:',
    `  sudo chown root: '${helper}'`,
    `  sudo chmod 4755 '${helper}'`,
    'Until then there is no window.',
  ].join('\n')
}

function isOn(restriction: string): boolean {
  return existsSync(restriction) && readFileSync(restriction, 'utf8').trim() === '1'
}

function isSetuidRoot(file: string): boolean {
  const { uid, mode } = statSync(file, { throwIfNoEntry: false }) ?? { uid: undefined, mode: 0 }
  const setuidAndRunnable = 0o4755
  return uid === 0 && (mode & setuidAndRunnable) === setuidAndRunnable
}

/** Whether AppArmor knows the program; a path says little, as profiles have patterns. Whether it lets it, Electron will tell. */
function hasProfile(binary: string): boolean {
  const { status, stdout } = spawnSync(
    binary,
    ['-p', "require('node:fs').readFileSync('/proc/self/attr/apparmor/current', 'utf8')"],
    { encoding: 'utf8', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  )
  return status === 0 && !['', 'unconfined'].includes(stdout.trim())
}

/** Tries it, because each distribution forbids it in another way. Where that cannot be tried, Electron will tell. */
function canMakeNamespaces(): boolean {
  const { status, error } = spawnSync('unshare', ['--user', '--map-root-user', 'true'])
  return error !== undefined || status === 0
}
