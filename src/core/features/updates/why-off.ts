import { posix } from 'node:path'
import type { UpdatesOff } from '../../../shared/app/updates.ts'

/** What a process knows of how it was installed. */
export interface Installed {
  platform: NodeJS.Platform
  isPackaged: boolean
  /** Whether it comes from an app store, which updates it. */
  isFromStore: boolean
  environment: Record<string, string | undefined>
  /** Path of the executable. */
  executable: string
  /** Whether it was said, when the package was made, where updates come from. */
  hasSource: boolean
  /** Whether it was made without a signature or key, by which it could tell the maker's updates from others. */
  isUnsigned: boolean
  /** Whether a file or folder can be written by this person. */
  canWrite(path: string): boolean
}

/** Why this installation does not update itself; undefined for one that does. */
export function whyOff(installed: Installed): UpdatesOff | undefined {
  const { platform, isPackaged, isFromStore, environment, executable } = installed
  if (!isPackaged) return 'from-source'
  if (isFromStore || environment.SNAP || environment.FLATPAK_ID) return 'app-store'
  if (environment.PORTABLE_EXECUTABLE_FILE) return 'portable'
  // deb and rpm, and whatever a distribution makes of it: the tool that installed it has to know what is there.
  if (platform === 'linux' && !isAppImage(installed)) return 'package-manager'
  if (installed.isUnsigned) return 'unsigned'
  if (!installed.hasSource) return 'no-source'
  return mayReplace(installed, environment.APPIMAGE ?? executable) ? undefined : 'read-only'
}

/**
 * Whether this process is the AppImage that the environment names. Started from a terminal that is an AppImage itself, it inherits
 * the name of that one, and an update would replace it.
 */
function isAppImage({ environment: { APPIMAGE, APPDIR }, executable }: Installed): boolean {
  return Boolean(APPIMAGE && APPDIR) && executable.startsWith(`${APPDIR}/`)
}

/** An update takes the place of the file, or on a Mac of the app's folder. An installer asks for the rights it needs. */
function mayReplace({ platform, canWrite }: Installed, file: string): boolean {
  if (platform === 'win32') return true
  if (platform !== 'darwin') return canWrite(file) && canWrite(posix.dirname(file))
  // macOS runs an app that was not moved out of its download from a read-only place of its own.
  if (file.startsWith('/Volumes/') || file.includes('/AppTranslocation/')) return false
  const app = file.slice(0, file.indexOf('.app/') + '.app'.length)
  return canWrite(app)
}
