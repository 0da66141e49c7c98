import { spawnSync } from 'node:child_process'
import type { Readable } from 'node:stream'

/** What of the process is needed to hear its terminal. */
interface Terminal {
  stdin: Readable & { isTTY?: boolean }
  on(event: 'SIGCONT', listener: () => void): unknown
}

/**
 * Calls back when Enter is pressed in the terminal; says whether somebody can press it there now. The system stops a process that reads from
 * its terminal in the background, so this reads only in the foreground and looks again each time it is continued.
 */
export function onEnter(
  terminal: Terminal,
  entered: () => void,
  isForeground: () => boolean = isInForeground,
): boolean {
  const { stdin } = terminal
  const readWhereAllowed = () => {
    if (stdin.isTTY && !isForeground()) stdin.pause()
    else stdin.resume()
  }
  // That the terminal is closed is no reason to end.
  stdin.on('error', () => undefined)
  stdin.on('data', entered)
  readWhereAllowed()
  terminal.on('SIGCONT', readWhereAllowed)
  return stdin.isTTY === true && !stdin.isPaused()
}

/** Whether this process is in the foreground of its terminal, as far as the system tells. */
function isInForeground(): boolean {
  const { status, stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], {
    encoding: 'utf8',
  })
  // `ps` marks the foreground by a plus, on Linux and on macOS; Windows has neither.
  return status !== 0 || stdout.includes('+')
}
