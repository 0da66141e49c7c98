import { projectHomepage } from './config.ts'
import { canNotarize, isSigned, requiresSigning } from './signing.ts'

/** What to package, and for which system. */
export interface Plan {
  /** Whether to build only the folder, without installers. */
  dir: boolean
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
  /** The path of Electron’s executable, if installed. */
  electron: string | undefined
  /** The first of these commands on the PATH. */
  findCommand: (...names: string[]) => string | undefined
}

/** Lists the missing requirements, each as a sentence that explains how to meet it. */
export function missingRequirements({
  dir,
  platform,
  environment,
  electron,
  findCommand,
}: Plan): string[] {
  const sentences: string[] = []
  if (!electron)
    sentences.push(
      "Electron's binary is not installed. `npx install-electron` fetches it from GitHub; " +
        'behind a firewall set ELECTRON_MIRROR to where your company keeps it.',
    )
  if (requiresSigning(environment, platform) && !isSigned(environment, platform))
    sentences.push(
      'LATCHKEY_SIGN=required, but there is no certificate. Set CSC_LINK and CSC_KEY_PASSWORD' +
        (platform === 'win32' ? ', or the variables of Azure Trusted Signing.' : '.'),
    )
  if (requiresSigning(environment, platform) && platform === 'darwin' && !canNotarize(environment))
    sentences.push(
      'LATCHKEY_SIGN=required, but macOS refuses to open an app that isn’t notarized. Set APPLE_ID, ' +
        'APPLE_APP_SPECIFIC_PASSWORD, and APPLE_TEAM_ID, or APPLE_API_KEY, APPLE_API_KEY_ID, and APPLE_API_ISSUER.',
    )
  if (dir || platform !== 'linux') return sentences
  if (!findCommand('rpmbuild'))
    sentences.push('rpmbuild is not installed, which makes the rpm. On Debian: apt install rpm.')
  if (!projectHomepage(environment))
    sentences.push('deb and rpm need a homepage, and none is set. Set LATCHKEY_HOMEPAGE.')
  return sentences
}
