import { ignoreErrors } from '../ignore-errors.ts'

interface Output {
  stdout: { on(event: 'error', listener: () => void): unknown }
  stderr: { on(event: 'error', listener: () => void): unknown; write(text: string): unknown }
}

/**
 * Ignores errors when nobody reads the output anymore, as after `| head -1` or in a closed terminal. Without a listener, such an
 * error ends the process, or recurs for each line that reports it.
 */
export function ignoreOutputErrors(process: Output): void {
  for (const name of ['stdout', 'stderr'] as const) {
    ignoreErrors(() => process[name].on('error', () => undefined))
  }
}

/** Prints a line. A closed stream throws immediately, sometimes even when a property is read. */
export function printError(process: Output, line: string): void {
  ignoreErrors(() => process.stderr.write(`${line}\n`))
}
