import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'

/** How the desktop app ended: with an exit code, or with the reason why it can’t start here. */
export type DesktopAppEnd = { code: number } | { reason: string }

/** If the app crashes later than this, it had already opened a window, so this system can run it. */
const startupMs = 15_000
/**
 * npm forwards a signal that the terminal has already sent. Electron quits on the first one, and a second one would
 * kill it.
 */
const sameSignalMs = 1_000
const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs Electron until it exits. */
export async function runDesktopApp(
  binary: string,
  args: readonly string[],
): Promise<DesktopAppEnd> {
  const start = performance.now()
  // Electron runs in a separate process group, so that on Ctrl+C only this program signals it. Windows has no process
  // groups.
  const detached = process.platform !== 'win32'
  // Registered before Electron starts, because a signal right after its start would otherwise end only this program.
  const { isStopped, end } = forwardSignals((signal) => child.kill(signal))
  const child = spawn(binary, args, { stdio: 'inherit', detached })
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    const isStart = performance.now() - start < startupMs
    const reason = isStart && !isStopped() ? crashReason(code, signal) : undefined
    return reason === undefined ? { code: exitCode(code, signal) } : { reason }
  } catch (error) {
    return { reason: `Electron could not be started (${(error as Error).message}).` }
  } finally {
    end()
  }
}

function forwardSignals(send: (signal: NodeJS.Signals) => void) {
  const last = new Map<NodeJS.Signals, number>()
  const forward = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (now - (last.get(signal) ?? -Infinity) >= sameSignalMs) send(signal)
    last.set(signal, now)
  }
  for (const signal of forwardedSignals) process.on(signal, forward)
  return {
    isStopped: () => last.size > 0,
    end: () => {
      for (const signal of forwardedSignals) process.off(signal, forward)
    },
  }
}

/** Why an app crashed on startup; undefined if it exited by itself. */
export function crashReason(
  code: number | null,
  signal: NodeJS.Signals | null,
): string | undefined {
  if (signal) return `Electron crashed at its start (${signal}).`
  const missingLibraryCode = 127
  if (code === missingLibraryCode) return 'A library that Electron needs is not installed.'
  // Windows has no signals. Instead, exit codes from this value up mean a crash, because programs never return them
  // themselves.
  const firstWindowsCrashCode = 0x8000_0000
  return code! >= firstWindowsCrashCode
    ? `Electron crashed at its start (0x${code!.toString(16)}).`
    : undefined
}

/** The exit code that a shell would report, which is never 0 after a crash. */
function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  return signal ? 128 + constants.signals[signal] : code!
}
