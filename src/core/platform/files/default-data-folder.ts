import { join } from 'node:path'
import { homeFolder } from '../home.ts'

/** The system's standard folder for Latchkey's files, used without --data. */
export function defaultDataFolder(
  platform: NodeJS.Platform = process.platform,
  environment: NodeJS.ProcessEnv = process.env,
): string {
  const home = homeFolder()
  if (platform === 'darwin') return join(home, 'Library/Application Support/Latchkey')
  if (platform === 'win32') {
    return join(environment.APPDATA || join(home, 'AppData', 'Roaming'), 'Latchkey')
  }
  return join(environment.XDG_CONFIG_HOME || join(home, '.config'), 'Latchkey')
}
