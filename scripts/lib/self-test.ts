import { selfTestArgument } from '../../src/main/arguments.ts'

/**
 * Exits with 1 if a self-test was requested but the desktop app can’t run, because serving the page instead would look
 * like success.
 */
export function failSelfTest(
  flags: readonly string[],
  desktopAppProblem: string | undefined,
): void {
  if (desktopAppProblem === undefined || !selfTestArgument(['start.ts', ...flags])) return
  console.error(
    `${desktopAppProblem} The self-test checks the desktop app, so nothing was checked.`,
  )
  process.exit(1)
}
