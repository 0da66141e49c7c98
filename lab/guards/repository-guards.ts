import type { Guard } from './guard.ts'

const hostile = 'src/core/features/setup/repositories/repositories.exploit.test.ts'
const includes = 'src/core/features/setup/changes/many-includes.exploit.test.ts'
const secrets = 'src/core/features/setup/repositories/secrets-in-remotes.exploit.test.ts'
const terminal = 'src/core/features/setup/repositories/terminal-variables.exploit.test.ts'
const redirected = 'src/core/features/setup/repositories/redirected-clones.exploit.test.ts'

/** Guards against repositories on this computer. */
export const repositoryGuards: readonly Guard[] = [
  {
    id: 'repository-links',
    replacement: 'const folders = entries',
    test: hostile,
    title: "can't use links to make a search loop or leave its folder",
  },
  {
    id: 'repository-owner',
    test: hostile,
    title: 'is listed without its settings if it belongs to another user',
    needsRoot: true,
  },
  {
    id: 'repository-above',
    replacement: "GIT_CEILING_DIRECTORIES: ''",
    also: [{ id: 'same-folder' }],
    test: hostile,
    title: 'is not mistaken for the repository above it',
  },
  {
    id: 'network-folder',
    test: hostile,
    title: "can't point to a folder on another computer",
  },
  {
    id: 'pointer-line',
    test: redirected,
    title: 'is not read if the folder in its .git file has a line break',
  },
  {
    id: 'common-folder',
    replacement: 'return gitFolder',
    test: redirected,
    title: 'is shown and changed as git reads it if its .git folder has a commondir',
  },
  {
    id: 'simple-config',
    replacement: 'true',
    test: redirected,
    title: 'is listed with the remote that git uses, set by an included file',
  },
  {
    id: 'legacy-remotes',
    replacement: 'return undefined',
    test: redirected,
    title: 'is listed with the remote that git uses, set by a file of an old version',
  },
  {
    id: 'same-folder',
    test: redirected,
    title: 'is not mistaken for the repository above it if its parent',
  },
  {
    id: 'linked-settings',
    test: redirected,
    title: 'is not changed if its settings are a link to another file',
  },
  {
    id: 'signing-key-path',
    test: hostile,
    title: "can't point to a folder on another computer",
  },
  {
    id: 'own-signer',
    test: hostile,
    title: "can't run its own signing program (openpgp, gpg.program)",
  },
  {
    id: 'signer-name',
    replacement: "if (name === undefined) return { ...signer, problem: 'key-missing' }",
    test: hostile,
    title: "can't keep a program from starting with an overlong key",
  },
  {
    id: 'remote-transport',
    replacement: 'const isUrl = true',
    test: secrets,
    title: 'hides arguments of a transport and secrets in its address: ext::ssh',
  },
  {
    id: 'remote-secrets',
    replacement: 'const shown = text',
    test: secrets,
    title: 'hides a secret in a form that may not be a URL',
  },
  {
    id: 'remote-length',
    replacement: 'text = text.slice(0, lengthLimit)',
    test: secrets,
    title: 'hides a token that is longer than any URL',
  },
  {
    id: 'command-arguments',
    test: secrets,
    title: 'a command in place of ssh is shown without its arguments: sshpass',
  },
  { id: 'remote-host', test: hostile, title: 'cannot pass ssh an option in a URL' },
  { id: 'remote-user', test: hostile, title: 'cannot pass ssh an option as a user' },
  {
    id: 'host-argument',
    test: hostile,
    title: "can't make ssh look up a host twice, as an option, or beyond a limit of 200 hosts",
  },
  {
    id: 'host-count',
    replacement: 'if (known) return known',
    test: hostile,
    title: "can't make ssh look up a host twice, as an option, or beyond a limit of 200 hosts",
  },
  {
    id: 'no-lazy-fetch',
    replacement: '...{}',
    also: [{ id: 'no-transport', replacement: '...{}' }],
    test: hostile,
    title: 'cannot fetch objects missing in a partial clone by a transport',
  },
  {
    id: 'url-count',
    replacement: "return values.slice(values.lastIndexOf('') + 1)",
    test: 'src/core/features/setup/repositories/push-target.test.ts',
    title: 'keeps at most 20 URLs of a remote',
  },
  {
    id: 'include-folders',
    test: includes,
    title: 'cannot make Latchkey read more than 1,000 folders',
  },
  {
    id: 'included-files',
    test: includes,
    title: 'cannot make Latchkey read more than 500 files',
  },
  {
    id: 'config-processes',
    replacement:
      "const { stdout } = await runProgram('git', args, { environment, timeMs: 10_000 })",
    test: includes,
    title: 'cannot start more than eight programs at once',
  },
  {
    id: 'folder-includes',
    replacement: 'const read = includes',
    test: includes,
    title: 'cannot start more than 500 programs for the setup check',
  },
  {
    id: 'table-includes',
    replacement: 'const read = includes',
    test: includes,
    title: 'cannot start more than 500 programs for the table of identities',
  },
  {
    id: 'nested-includes',
    test: includes,
    title: 'cannot make a plan read files again and again that include each other',
  },
  {
    id: 'terminal-variables',
    replacement: 'return {}',
    test: terminal,
    title: 'cannot make whoami report another commit as verified by GIT_CONFIG_GLOBAL',
  },
  {
    id: 'other-repository',
    replacement: 'return undefined',
    test: terminal,
    title: 'cannot make whoami report on a repository that git doesn’t commit to',
  },
  {
    id: 'email-in-shell',
    test: hostile,
    title: 'cannot inject an email into a shell command',
  },
  {
    id: 'demo-folders',
    replacement: 'return true',
    test: hostile,
    title: "can't see anything outside",
  },
  {
    id: 'scan-time',
    replacement: 'const cancel = () => undefined',
    test: 'src/core/features/setup/repositories/find-repositories.test.ts',
    title: 'stops midway when timed-out',
  },
  {
    id: 'found-repository',
    test: 'src/core/features/setup/repositories/set-right.test.ts',
    title: 'rejects a setting that an included file would override, and reports the file',
  },
]
