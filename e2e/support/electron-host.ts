import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { _electron } from '@playwright/test'
import type { AppWindow, LaunchOptions } from './app.ts'
import { project } from './process.ts'

/** Why the Electron project cannot run here, or undefined where it can. */
export function whyNoElectron(): string | undefined {
  if (!electronBinary()) return 'Electron’s binary is not installed.'
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  return process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY
    ? 'there is no display.'
    : undefined
}

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

function electronBinary(): string | undefined {
  try {
    const path = createRequire(import.meta.url)('electron') as string
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}
