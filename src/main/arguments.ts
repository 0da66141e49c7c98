/** `--data DIR`, for another folder than the system's own place. */
export function dataFolderOf(argv: readonly string[]): string | undefined {
  const at = argv.indexOf('--data')
  return at === -1 ? undefined : argv[at + 1]
}

/** `--demo` or `--demo-admin`: as whom to sign in to the demo service, if at all. */
export function demoRoleOf(argv: readonly string[]): 'user' | 'admin' | undefined {
  if (argv.includes('--demo-admin')) return 'admin'
  return argv.includes('--demo') ? 'user' : undefined
}
