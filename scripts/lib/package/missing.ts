import { projectHomepage } from './config.ts'
import { isSigned, requiresSigning } from './signing.ts'

/** What a package is to be made of, and where. */
export interface Plan {
  /** Only the folder, without installers. */
  dir: boolean
  platform: NodeJS.Platform
  environment: Record<string, string | undefined>
  /** Path of Electron's executable, where it is. */
  electron: string | undefined
  /** The first of these commands that is on the PATH. */
  findCommand: (...names: string[]) => string | undefined
}

/** What is not here and has to be, each in a sentence with what to do. Nothing where all is here. */
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
  if (dir || platform !== 'linux') return sentences
  if (!findCommand('rpmbuild'))
    sentences.push('rpmbuild is not installed, which makes the rpm. On Debian: apt install rpm.')
  if (!projectHomepage(environment))
    sentences.push(
      'deb and rpm name the page of the project, and nobody says where that is. Set LATCHKEY_HOMEPAGE.',
    )
  return sentences
}
