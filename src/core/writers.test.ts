import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// “Changes by Latchkey” lists all that Latchkey writes outside of its data folder. A new module that can write files or
// run programs fails here until someone decides which of these applies.

const listed = 'listed: it records each change in RecordedChanges, or its only caller does'
const temporary = 'temporary: it deletes what it writes before the call ends'
const own = 'own: it writes to the data folder or other folders of Latchkey'
const reading = 'reading: it only reads'

const writers: Record<string, readonly string[]> = {
  [listed]: [
    'core/computer/changes/make-key.ts',
    'core/computer/changes/recorded-changes.ts',
    'core/computer/changes/set-passphrase.ts',
    'core/computer/changes/undo.ts',
  ],
  'a setting: its switch is the undo': ['core/features/desktop/autostart.ts'],
  'asked for by a company, as a copy': ['core/audit-log/audit-copy.ts'],
  'asked for by a flag, as a report': [
    'core/platform/self-test/report-file.ts',
    'main/self-test/self-test.ts',
  ],
  [temporary]: [
    'core/computer/changes/git-config.ts',
    'core/computer/connection/host-key.ts',
    'core/computer/repositories/affected-repositories.ts',
    'core/computer/repositories/uncovered-repositories.ts',
    'core/computer/survey/test-commit.ts',
    'core/features/review/parts/signature.ts',
    'core/platform/self-test/local-checks.ts',
  ],
  [own]: [
    'core/accounts/account-folders.ts',
    'core/accounts/computers.ts',
    'core/command-line/server.ts',
    'core/features/avatars/picture-cache.ts',
    'core/jobs/kept-audit-logs.ts',
    'core/platform/compiled-code.ts',
    'core/platform/files/atomic-write.ts',
    'core/platform/files/data-folder.ts',
    'core/platform/files/json-file.ts',
    'core/platform/files/own-files.ts',
    'core/platform/files/private-folder.ts',
    'core/platform/log/log-file.ts',
    'core/platform/log/open-log.ts',
    'core/platform/sqlite/database.ts',
    'core/platform/sqlite/durable.ts',
    'serve/hand-over.ts',
  ],
  [reading]: ['core/platform/files/regular-file.ts', 'core/platform/open-files.ts'],
}

const runners: Record<string, readonly string[]> = {
  [listed]: [
    'core/features/accounts/found-tokens/git-credential.ts',
    'core/features/accounts/found-tokens/replace-in-glab.ts',
    'core/computer/changes/make-key.ts',
  ],
  [temporary]: [
    'core/computer/changes/git-config.ts',
    'core/computer/connection/host-key.ts',
    'core/computer/survey/test-commit.ts',
    'core/features/review/parts/signature.ts',
  ],
  [own]: ['core/accounts/computers.ts', 'main/start-for-command.ts'],
  [reading]: [
    'core/features/diagnostics/diagnostics.ts',
    'core/features/keys/gpg/gpg-program.ts',
    'core/features/keys/ssh/agent-keys.ts',
    'core/features/review/parts/verify-pack.ts',
    'core/computer/connection/ssh-target.ts',
    'core/computer/connection/test-connection.ts',
    'core/computer/new-ssh-key.ts',
    'core/computer/repositories/commit-signer.ts',
    'core/computer/repositories/repository-settings.ts',
    'core/computer/repositories/ssh-key.ts',
    'core/computer/repositories/whoami.ts',
    'core/computer/survey/git.ts',
    'core/keys/passphrase.ts',
    'core/keys/ssh-agent.ts',
    'core/platform/policy/policy-sources.ts',
    'core/platform/run-program.ts',
    'serve/terminal.ts',
  ],
}

const writing =
  /^(write|append|rename|rm|mkdir|mkdtemp|f?chmod|copy|cp|unlink|symlink|link|truncate|open|createWriteStream)/

/** The modules that import these names from a module. */
function importers(isImported: (name: string, from: string) => boolean): string[] {
  const root = join(import.meta.dirname, '..')
  const files = globSync('{core,main,serve}/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  const found = files.filter((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(/^import ([^']*?) from '([^']+)'/gm)].some(
      ([, names = '', from = '']) =>
        !names.startsWith('type ') &&
        names.split(/[{},\s]+/).some((name) => isImported(name, from)),
    )
  })
  return found.toSorted()
}

const all = (modules: Record<string, readonly string[]>) => Object.values(modules).flat().toSorted()

it('knows every module that writes files, and lists what it writes outside of its data folder', () => {
  const modules = importers(
    (name, from) =>
      (/^node:fs(\/promises)?$/.test(from) && (writing.test(name) || name === '*')) ||
      (from.endsWith('/atomic-write.ts') && /^(prepareFile|writeNewFile)$/.test(name)),
  )
  expect(modules).toEqual(all(writers))
})

it('knows every module that runs programs, and lists what these store', () => {
  const modules = importers(
    (name, from) =>
      from === 'node:child_process' ||
      (from.endsWith('/run-program.ts') && /^(runProgram|runForBytes)$/.test(name)),
  )
  expect(modules).toEqual(all(runners))
})
