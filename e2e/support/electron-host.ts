import { _electron } from '@playwright/test'
import { electronBinary } from '../../scripts/lib/electron-binary.ts'
import type { AppWindow, LaunchOptions } from './app.ts'
import { project } from './process.ts'

export async function launchElectron({ data, env, flags }: LaunchOptions): Promise<AppWindow> {
  const electron = await _electron.launch({
    executablePath: electronBinary()!,
    args: [project, '--data', data, ...flags],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  let output = ''
  for (const stream of [electron.process().stdout, electron.process().stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  }
  const page = await electron.firstWindow()
  return { page, output: () => output, close: () => electron.close() }
}
