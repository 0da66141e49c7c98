import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Set to 1 on Ubuntu since 23.10, so that only programs with an AppArmor profile can create user namespaces. */
const restrictedByAppArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns'

interface System {
  user: number | undefined
  /** The path of the AppArmor setting. */
  restriction: string
}

/**
 * Explains why Linux doesn’t let Electron create its sandbox, and how to fix that. Without a sandbox, Electron exits
 * immediately even if its binary and a display are available. Undefined if it can create one, or if the user turned the
 * sandbox off.
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
 * Whether AppArmor has a profile for the program. Profiles match by pattern, so paths aren’t conclusive. Electron
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
 * Tries to create a namespace, because distributions block this in different ways. If the attempt can’t be made,
 * Electron itself reports the problem.
 */
function canCreateNamespaces(): boolean {
  const { status, error } = spawnSync('unshare', ['--user', '--map-root-user', 'true'])
  return error !== undefined || status === 0
}
