import { spawnSync } from 'node:child_process'
import type { Readable } from 'node:stream'

/** The parts of the process that belong to its terminal. */
interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  on(event: 'SIGCONT', listener: () => void): unknown
}

/**
 * Calls back when Enter is pressed in the terminal; returns whether that is possible now. The system stops background
 * processes that read from their terminal, so this reads only in the foreground and checks again each time it is
 * continued.
 */
export function onEnter(
  terminal: Terminal,
  listener: () => void,
  isForeground: () => boolean = isInForeground,
): boolean {
  const { stdin } = terminal
  const readIfForeground = () => {
    if (stdin.isTTY && !isForeground()) stdin.pause()
    else stdin.resume()
  }
  // Don't exit when the terminal is closed.
  stdin.on('error', () => undefined)
  stdin.on('data', listener)
  readIfForeground()
  terminal.on('SIGCONT', readIfForeground)
  return stdin.isTTY === true && !stdin.isPaused()
}

/** Whether this process is in the foreground of its terminal, if the system reports it. */
function isInForeground(): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], {
    encoding: 'utf8',
  })
  // `ps` marks foreground processes with a plus on Linux and macOS; Windows has neither.
  return status !== 0 || stdout.includes('+')
}
