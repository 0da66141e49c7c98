import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

// Chromium's own switches stand among the arguments, so what is not known here is let through.
function flagsIn(argv: readonly string[]) {
  return parseArgs({
    args: argv.slice(1),
    strict: false,
    options: {
      data: { type: 'string' },
      demo: { type: 'boolean' },
      'demo-admin': { type: 'boolean' },
      verbose: { type: 'boolean' },
      hidden: { type: 'boolean' },
      'self-test': { type: 'string' },
    },
  }).values
}

/** `--data DIR`, for another folder than the system's own place; absolute. */
export function dataFolderOf(argv: readonly string[]): string | undefined {
  const { data } = flagsIn(argv)
  return typeof data === 'string' && data !== '' ? resolve(data) : undefined
}

/** `--demo` or `--demo-admin`: as whom to sign in to the demo service, if at all. */
export function demoRoleOf(argv: readonly string[]): 'user' | 'admin' | undefined {
  const flags = flagsIn(argv)
  if (flags['demo-admin']) return 'admin'
  return flags.demo ? 'user' : undefined
}

/** `--verbose`: the log tells of every call too. */
export function isVerbose(argv: readonly string[]): boolean {
  return flagsIn(argv).verbose === true
}

/** `--hidden`: started by the system at sign-in, so no window is to be seen yet. */
export function isHidden(argv: readonly string[]): boolean {
  return flagsIn(argv).hidden === true
}

/** `--self-test FILE`: check this Latchkey, write a report there, and end. The file is absent where none is named. */
export function selfTestOf(argv: readonly string[]): { file: string | undefined } | undefined {
  const file = flagsIn(argv)['self-test']
  if (file === undefined) return undefined
  // Another switch after it is no file.
  const isNamed = typeof file === 'string' && file !== '' && !file.startsWith('-')
  return { file: isNamed ? resolve(file) : undefined }
}
