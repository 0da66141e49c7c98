import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Set to 1 on Ubuntu since 23.10: only programs with an AppArmor profile can create user namespaces. */
const restrictedByAppArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

interface System {
  user: number | undefined
  /** The AppArmor setting. */
  restriction: string
}

/**
 * Why Electron exits immediately although its binary and a display are available, and how to fix it: Linux doesn’t let it create
 * its sandbox. Undefined if it can, or if the user turned the sandbox off.
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
  if (isOn(restriction) ? hasProfile(binary) : canCreateNamespaces()) return undefined
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

/**
 * Whether AppArmor has a profile for the program. Profiles match by pattern, so paths aren’t conclusive; Electron
 * itself reports whether the profile allows a sandbox.
 */
function hasProfile(binary: string): boolean {
  const { status, stdout } = spawnSync(
    binary,
    ['-p', "require('node:fs').readFileSync('/proc/self/attr/apparmor/current', 'utf8')"],
    { encoding: 'utf8', env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
  )
  return status === 0 && !['', 'unconfined'].includes(stdout.trim())
}

/**
 * Tries to create one, because distributions block it in different ways. If that isn’t possible, Electron itself
 * reports the problem.
 */
function canCreateNamespaces(): boolean {
  const { status, error } = spawnSync('unshare', ['--user', '--map-root-user', 'true'])
  return error !== undefined || status === 0
}
