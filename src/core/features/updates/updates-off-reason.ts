import { posix } from 'node:path'
import type { UpdatesOff } from '../../../shared/operations/updates.ts'

/** How this process was installed. */
export interface Installation {
  platform: NodeJS.Platform
  isPackaged: boolean
  /** Whether it is from an app store, which takes care of updates. */
  isFromStore: boolean
  environment: Record<string, string | undefined>
  /** The executable's path. */
  executable: string
  /** Whether the package has an update source. */
  hasSource: boolean
  /** Whether the package lacks a signature or key to verify updates with. */
  isUnsigned: boolean
  /** Whether the user may write to a file or folder. */
  canWrite(path: string): boolean
}

/** Why this installation doesn't update itself; undefined if it does. */
export function updatesOffReason(installed: Installation): UpdatesOff | undefined {
  const { platform, isPackaged, isFromStore, environment, executable } = installed
  if (!isPackaged) return 'from-source'
  if (isFromStore || environment.SNAP || environment.FLATPAK_ID) return 'app-store'
  if (environment.PORTABLE_EXECUTABLE_FILE) return 'portable'
  // deb, rpm and distribution packages are left to the package manager.
  if (platform === 'linux' && !isAppImage(installed)) return 'package-manager'
  if (installed.isUnsigned) return 'unsigned'
  if (!installed.hasSource) return 'no-source'
  return canReplace(installed, environment.APPIMAGE ?? executable) ? undefined : 'read-only'
}

/**
 * Whether this process is the AppImage that the environment names. If it was started from a terminal that is itself an
 * AppImage, it has inherited the terminal's variable, and an update would replace the terminal.
 */
function isAppImage({ environment: { APPIMAGE, APPDIR }, executable }: Installation): boolean {
  return Boolean(APPIMAGE && APPDIR) && executable.startsWith(`${APPDIR}/`)
}

/** An update replaces the file or, on a Mac, the app's folder. An installer asks for any permissions that it needs. */
function canReplace({ platform, canWrite }: Installation, file: string): boolean {
  if (platform === 'win32') return true
  if (platform !== 'darwin') return canWrite(file) && canWrite(posix.dirname(file))
  // macOS runs apps that weren't moved after downloading from a read-only folder.
  if (file.startsWith('/Volumes/') || file.includes('/AppTranslocation/')) return false
  const app = file.slice(0, file.indexOf('.app/') + '.app'.length)
  return canWrite(app)
}
