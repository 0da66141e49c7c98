import { spawn } from 'node:child_process'
import { app } from 'electron'
import type { StartingApp } from '../core/command-line/run-command.ts'
import { dataFolderArgument, forCommand } from './arguments.ts'
import { programPath } from './installed-path.ts'

/** Starts Latchkey without a window, for a command that found none; undefined if there is no display. */
export function startForCommand(): StartingApp | undefined {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY) return undefined
  const data = dataFolderArgument(process.argv)
  const args = [
    ...(app.isPackaged ? [] : [app.getAppPath()]),
    ...process.argv.filter((argument) => argument === '--no-sandbox'),
    ...['--hidden', forCommand],
    ...(data === undefined ? [] : ['--data', data]),
  ]
  const child = spawn(programPath(), args, { detached: true, stdio: 'ignore' })
  let hasFailed = false
  child.on('exit', (code) => (hasFailed = code !== 0))
  // If it can't be started.
  child.on('error', () => (hasFailed = true))
  child.unref()
  return { hasFailed: () => hasFailed }
}
