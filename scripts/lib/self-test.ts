import { selfTestArgument } from '../../src/main/arguments.ts'

/** Ends with 1 where a self-test was asked for and there is no desktop app: a page served instead would look like a pass. */
export function endSelfTest(flags: readonly string[], whyNoDesktopApp: string | undefined): void {
  if (whyNoDesktopApp === undefined || !selfTestArgument(['start.ts', ...flags])) return
  console.error(`${whyNoDesktopApp} The self-test checks the desktop app, so nothing was checked.`)
  process.exit(1)
}
