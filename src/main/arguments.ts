import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { appOptions } from '../core/command-line/commands.ts'
import { parserOptions } from '../core/command-line/parse-command.ts'
import { isKeyFile } from '../core/features/desktop/launch-requests.ts'

// Ignores unknown arguments, because Chromium's own switches are among them.
function parseFlags(argv: readonly string[]) {
  return parse(argv).values
}

function parse(argv: readonly string[]) {
  return parseArgs({
    args: argv.slice(1),
    strict: false,
    options: { ...parserOptions(appOptions), json: { type: 'boolean' } },
  })
}

/** `--data DIR`: the absolute path of the data folder to use instead of the default. */
export function dataFolderArgument(argv: readonly string[]): string | undefined {
  const { data } = parseFlags(argv)
  return typeof data === 'string' && data !== '' ? resolve(data) : undefined
}

/** `--demo` or `--demo-admin`: the demo role to sign in as. */
export function demoRoleArgument(argv: readonly string[]): 'user' | 'admin' | undefined {
  const flags = parseFlags(argv)
  if (flags['demo-admin']) return 'admin'
  return flags.demo ? 'user' : undefined
}

/** `--verbose`: log every call. */
export function isVerbose(argv: readonly string[]): boolean {
  return parseFlags(argv).verbose === true
}

/** The arguments for a restart on request: without `--hidden`, and without links and files, which were already opened. */
export function argumentsToKeep(argv: readonly string[]): string[] {
  return argv
    .slice(1)
    .filter(
      (argument) =>
        argument !== '--hidden' &&
        argument !== forCommand &&
        !/^(latchkey|file):/i.test(argument) &&
        !isKeyFile(argument),
    )
}

/** Added when a command starts Latchkey, which then shows no window, whatever the settings. */
export const forCommand = '--for-command'

export function isForCommand(argv: readonly string[]): boolean {
  return argv.includes(forCommand)
}

/** `--hidden`: start without showing the window, as at sign-in. */
export function isHidden(argv: readonly string[]): boolean {
  return parseFlags(argv).hidden === true
}

/**
 * `--self-test FILE`: check this installation, write a report to FILE, and exit. `file` is undefined if none is given.
 */
export function selfTestArgument(
  argv: readonly string[],
): { file: string | undefined } | undefined {
  const file = parseFlags(argv)['self-test']
  if (file === undefined) return undefined
  // `--self-test` may be followed by another switch instead of a file.
  const hasFile = typeof file === 'string' && file !== '' && !file.startsWith('-')
  return { file: hasFile ? resolve(file) : undefined }
}

/** `--help`: print the options and exit. */
export function isHelpRequested(argv: readonly string[]): boolean {
  return parseFlags(argv).help === true
}

/** `--policy`: print the company's policy and exit. */
export function isPolicyRequested(argv: readonly string[]): boolean {
  return parseFlags(argv).policy === true
}

/** `--verify-log FILE`: verify an export of the audit log, print the result, and exit. Empty if no file is given. */
export const verifyLogArgument = (argv: readonly string[]) => pathArgument(argv, 'verify-log')

/** `--verify-review FOLDER`: the same for a review's pack. */
export const verifyReviewArgument = (argv: readonly string[]) => pathArgument(argv, 'verify-review')

function pathArgument(
  argv: readonly string[],
  name: 'verify-log' | 'verify-review',
): string | undefined {
  const path = parseFlags(argv)[name]
  if (path === undefined) return undefined
  return typeof path === 'string' && !path.startsWith('-') ? path : ''
}

/**
 * `whoami [DIR] [--json]`: print the identity used for Git commits in a folder, and exit. When run from source, the
 * app's folder precedes them.
 */
export function whoamiArguments(
  argv: readonly string[],
): { folder: string | undefined; isJson: boolean } | undefined {
  const { values, positionals } = parse(argv)
  const at = positionals.slice(0, 2).indexOf('whoami')
  return at < 0 ? undefined : { folder: positionals[at + 1], isJson: values.json === true }
}
