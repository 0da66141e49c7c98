interface Output {
  stdout: { on(event: 'error', listener: () => void): unknown }
  stderr: { on(event: 'error', listener: () => void): unknown }
}

/**
 * Makes it harmless that nobody reads what is printed any more, as after `| head -1` or when a terminal is closed. Without a
 * listener such an error ends the process, or, where it is logged and printed, comes again with each line.
 */
export function ignoreOutputErrors({ stdout, stderr }: Output): void {
  for (const output of [stdout, stderr]) output.on('error', () => undefined)
}
