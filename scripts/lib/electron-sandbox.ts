import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * One sentence on why Electron ends at once here, although its binary and a display are there: Linux does not let it make its
 * sandbox. Undefined where it can, and where the person turned the sandbox off.
 */
export function sandboxProblem(
  binary: string,
  flags: readonly string[],
  user = process.getuid?.(),
): string | undefined {
  const isOff = flags.includes('--no-sandbox') || process.env.ELECTRON_DISABLE_SANDBOX !== undefined
  if (process.platform !== 'linux' || isOff) return undefined
  if (user === 0) return 'Electron refuses to run as root.'
  const helper = join(dirname(binary), 'chrome-sandbox')
  if (isSetuidRoot(helper) || canMakeNamespaces()) return undefined
  return `This system allows no user namespaces, and ${helper} is not owned by root with mode 4755, so Electron has no sandbox.`
}

function isSetuidRoot(file: string): boolean {
  const { uid, mode } = statSync(file, { throwIfNoEntry: false }) ?? { uid: undefined, mode: 0 }
  const setuidAndRunnable = 0o4755
  return uid === 0 && (mode & setuidAndRunnable) === setuidAndRunnable
}

/** Tries it, because each distribution forbids it in another way. Where that cannot be tried, Electron will tell. */
function canMakeNamespaces(): boolean {
  const { status, error } = spawnSync('unshare', ['--user', '--map-root-user', 'true'])
  return error !== undefined || status === 0
}
