import type { Guard } from './guard.ts'

const hostile = 'src/core/computer/repositories/repositories.exploit.test.ts'
const includes = 'src/core/computer/changes/many-includes.exploit.test.ts'
const patterns = 'src/core/computer/changes/long-patterns.exploit.test.ts'
const secrets = 'src/core/computer/repositories/secrets-in-remotes.exploit.test.ts'
const terminal = 'src/core/computer/repositories/terminal-variables.exploit.test.ts'
const furtherRedirects = 'src/core/computer/repositories/further-redirects.exploit.test.ts'
const furtherSecrets = 'src/core/computer/repositories/further-secrets.exploit.test.ts'
const misread = 'src/core/computer/repositories/misread-clones.exploit.test.ts'
const redirected = 'src/core/computer/repositories/redirected-clones.exploit.test.ts'

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
    id: 'utf8-path',
    also: [{ id: 'utf8-link' }, { id: 'utf8-git' }],
    test: furtherRedirects,
    title: 'is not read or changed if its .git file names a folder',
  },
  {
    id: 'utf8-link',
    also: [{ id: 'utf8-git' }],
    test: furtherRedirects,
    title: 'is not read or changed if its .git link names a folder',
  },
  {
    id: 'utf8-git',
    also: [{ id: 'utf8-link' }],
    test: furtherRedirects,
    title: 'is not read or changed if its .git link names a folder',
  },
  {
    id: 'utf8-whoami',
    test: furtherRedirects,
    title: 'cannot make whoami report on the folder next to one that isn’t UTF-8',
  },
  {
    id: 'utf8-origin',
    test: furtherRedirects,
    title: 'cannot make Latchkey name a line of another file',
  },
  {
    id: 'git-folder',
    replacement: 'return true',
    test: furtherRedirects,
    title: 'is not listed with a remote that git doesn’t use if .git is invalid and it is bare',
  },
  {
    id: 'worktree-settings',
    replacement:
      "const file = own.find(({ file }) => basename(file ?? '') === 'config.worktree')?.file ?? configFile",
    test: furtherRedirects,
    title: 'cannot make Latchkey change a config.worktree that it only includes',
  },
  {
    id: 'conditional-remotes',
    replacement: 'const mayChange = false',
    test: furtherRedirects,
    title: 'is listed with the remote that git uses, rewritten by a conditional include',
  },
  {
    id: 'remote-helper',
    replacement: 'urls: [...urls]',
    test: furtherRedirects,
    title: 'hides arguments of a helper that remote.vcs names',
  },
  {
    id: 'legacy-url-count',
    replacement: 'return targetOf(settings, name, urls)',
    test: furtherRedirects,
    title: 'cannot list more than 20 URLs in a file of an old version',
  },
  {
    id: 'entered-path',
    replacement: '...{}',
    test: furtherRedirects,
    title: 'cannot make whoami ignore a condition for the link by which the folder was entered',
  },
  {
    id: 'common-variable',
    replacement: 'const expected = { GIT_DIR: gitFolder, GIT_COMMON_DIR: gitFolder }',
    test: furtherRedirects,
    title: 'cannot make whoami ignore a common folder that is only the worktree’s',
  },
  {
    id: 'simple-length',
    test: 'src/core/computer/repositories/config-lines.test.ts',
    title: 'leaves long files to git',
  },
  {
    id: 'instance-port',
    replacement: 'if (url.hostname !== base.hostname) return false',
    test: 'src/core/computer/repositories/repository-reader.test.ts',
    title: 'matches a remote with the instances on its host and port: https://git.example/g/p.git',
  },
  {
    id: 'conditional-includes',
    test: includes,
    title: 'cannot start more than 200 programs for a list of repositories',
  },
  {
    id: 'shown-host',
    replacement: 'return host',
    test: furtherSecrets,
    title: 'a remote hides one: "https://S3cr3t-t0ken%40host/p"',
  },
  {
    id: 'shown-path',
    replacement: 'const shownPath = withoutSecrets(path)',
    test: furtherSecrets,
    title: 'a remote hides one: " ext::sh -c',
  },
  {
    id: 'encoded-secrets',
    test: furtherSecrets,
    title: 'a remote hides one: "https://host/p%3Fprivate_token=',
  },
  {
    id: 'remote-parameters',
    replacement: 'const shown = address',
    test: furtherSecrets,
    title: 'a remote hides one: "https://host/p;private_token=',
  },
  {
    id: 'remote-tokens',
    replacement: 'return shown',
    test: furtherSecrets,
    title: 'a remote hides a token of GitLab: https://host/oauth2_',
  },
  {
    id: 'shown-condition',
    test: furtherSecrets,
    title: 'a condition hides one: hasconfig:remote.*.URL',
  },
  {
    id: 'ssh-options',
    replacement: 'const isPlain = true',
    test: furtherSecrets,
    title: 'a command of ssh is shown without options that may contain one: ssh -o SetEnv',
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
    replacement: 'const address = text',
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
    replacement: 'if (existing) return existing',
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
    replacement: 'return values.filter(Boolean)',
    test: 'src/core/computer/repositories/push-target.test.ts',
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
    id: 'known-keys',
    replacement: 'sshKeys: z.array(z.any()).optional()',
    test: 'src/core/computer/repositories/known-accounts.exploit.test.ts',
    title: 'a known account with a key that expires on "never" counts as unread',
  },
  {
    id: 'include-length',
    test: patterns,
    title: 'cannot hold Latchkey up with a pattern of too many open brackets',
  },
  {
    id: 'included-bytes',
    test: patterns,
    title: 'cannot make Latchkey read more than 8 MB',
  },
  {
    id: 'key-line-files',
    replacement: 'const lines = attempt(() => readLines(file)) ?? []',
    test: patterns,
    title: 'cannot make Latchkey read a file again for each of its sections',
  },
  {
    id: 'key-line-bytes',
    test: patterns,
    title: 'cannot make Latchkey search more than 8 MB for the line of a key',
  },
  {
    id: 'key-file-slices',
    replacement:
      'const configured = keyFiles.map((file) => ({ value: file, fingerprint: fingerprintOf(file) }))',
    test: patterns,
    title: 'let others be answered while many slow key files are read',
  },
  {
    id: 'key-file-once',
    replacement: 'keyFingerprint',
    test: patterns,
    title: 'cannot make Latchkey read a key file again for each repository',
  },
  {
    id: 'shared-paths',
    replacement: 'const fileOf = (origin: string) => resolve(path, origin)',
    test: hostile,
    title: 'cannot fill the memory with thousands of settings in a folder with a long path',
  },
  {
    id: 'quarantine',
    test: terminal,
    title:
      'cannot make whoami report a commit as verified that git refuses to make in a quarantine',
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
    title: 'cannot start more than 200 programs for the setup check',
  },
  {
    id: 'table-includes',
    replacement: 'const read = includes',
    test: includes,
    title: 'cannot start more than 200 programs for the table of identities',
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
    id: 'used-repository',
    replacement: 'return true',
    test: terminal,
    title:
      'cannot make whoami report on a repository that git doesn’t use because of GIT_WORK_TREE',
  },
  {
    id: 'other-repository',
    replacement: 'return undefined',
    test: terminal,
    title: 'cannot make whoami report on a repository that git doesn’t commit to',
  },
  {
    id: 'refused-date',
    test: terminal,
    title: 'cannot make whoami report a commit as verified that git refuses to make',
  },
  {
    id: 'ssh-variable',
    replacement: "return findLast(settings, ['core.sshcommand'])",
    test: terminal,
    title: 'cannot make whoami name another key than ssh would offer',
  },
  {
    id: 'branch-reference',
    test: misread,
    title: 'is listed with the remote that git uses if its branch refers to another',
  },
  {
    id: 'branch-name',
    replacement: String.raw`const [, name] = /^ref: refs\/heads\/([^\x00-\x20]+)\n*$/.exec(text) ?? []`,
    test: misread,
    title: 'is listed with the remote that git uses if its branch has an invalid name',
  },
  {
    id: 'push-setting-count',
    replacement: 'true',
    test: misread,
    title: 'cannot fill the memory with settings that a list keeps',
  },
  {
    id: 'parsed-length',
    replacement: 'const settings = parseConfigLines(text)',
    test: misread,
    title: 'cannot hold others up by their length',
  },
  {
    id: 'folder-count',
    replacement: 'return this.#options.folders.read().folders',
    test: 'src/core/computer/repositories/operations.test.ts',
    title: 'read at most 20 folders from an edited file',
  },
  {
    id: 'bare-repository',
    replacement: 'true',
    test: misread,
    title: 'isn’t listed with a remote if git refuses it because it is bare',
  },
  {
    id: 'private-half',
    replacement: 'return true',
    test: misread,
    title: 'isn’t verified if it signs with a private half of another key',
  },
  {
    id: 'open-private-key',
    replacement: 'return false',
    test: misread,
    title: 'isn’t verified if it signs with a private half that others can read',
  },
  {
    id: 'signing-key-folder',
    test: misread,
    title: 'isn’t verified if git looks for its signing key',
  },
  {
    id: 'other-options',
    replacement: 'isSure: owner !== undefined',
    test: misread,
    title: 'is not said to be pushed with a key for sure if ssh gets it by another option',
  },
  {
    id: 'work-tree',
    replacement: "const isOtherTree = isInside !== 'true'",
    test: terminal,
    title:
      'cannot make whoami report a commit as verified that git signs with another working tree’s key',
  },
  {
    id: 'late-settings',
    replacement: 'return []',
    test: misread,
    title: 'isn’t verified if git refuses a setting while it commits',
  },
  {
    id: 'object-size',
    replacement: '...{}',
    test: misread,
    title: 'cannot fill the memory with a commit of gigabytes',
  },
  {
    id: 'blank-passwords',
    replacement: 'const whole = text',
    test: misread,
    title: 'cannot show a secret in a setting that git refuses: password with blanks',
  },
  {
    id: 'derived-half',
    replacement: 'return undefined',
    test: misread,
    title: 'isn’t verified if it signs with a private half of another key in PEM format',
  },
  {
    id: 'missing-value',
    replacement: "if (at < 0) return [entry, 'true']",
    test: misread,
    title: 'isn’t listed with a remote that git refuses, whose setting has no value',
  },
  {
    id: 'refused-remote',
    test: misread,
    title: 'isn’t listed with a remote that git refuses, whose setting has no value',
  },
  {
    id: 'option-values',
    replacement: 'const hasValue = false',
    test: misread,
    title: 'is not said to be pushed with a key for sure if its name looks like an option',
  },
  {
    id: 'relative-key',
    replacement: 'if (!named) return undefined',
    test: misread,
    title: 'is not said to be pushed with its own key if ssh is run in another folder',
  },
  {
    id: 'shell-words',
    replacement:
      'const shellWord = /"([^"$`\\\\]*)"|\'([^\']*)\'|([^\\s"\'$`\\\\;&|<>(){}]+)|(\\S)/g',
    test: misread,
    title: 'is not said to be pushed with a key for sure if ssh gets it by a pattern',
  },
  {
    id: 'command-length',
    test: misread,
    title: 'an ssh command of a clone cannot hold others up by its length',
  },
  {
    id: 'encoded-limit',
    replacement:
      "for (let last = ''; last !== result;) { last = result; result = result.normalize('NFKC').replaceAll('%25', '%') }\nreturn result",
    test: misread,
    title: 'a remote of a clone cannot hold others up by a path encoded again and again',
  },
  {
    id: 'replaced-commits',
    replacement: '...{}',
    test: misread,
    title: 'cannot hide somebody else’s commit behind one that replaces it',
  },
  {
    id: 'unread-commits',
    test: misread,
    title: 'isn’t said to have only signed commits if they are too large to read',
  },
  {
    id: 'refused-secrets',
    replacement: 'return { setting, said, ...place }',
    test: misread,
    title: 'cannot show a secret in a setting that git refuses',
  },
  {
    id: 'private-signing-key',
    replacement: 'return shownPath(key, home)',
    test: misread,
    title: 'cannot show a private key in place of the signing key',
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
    test: 'src/core/computer/repositories/find-repositories.test.ts',
    title: 'stops midway when timed-out',
  },
  {
    id: 'found-repository',
    test: 'src/core/computer/repositories/set-right.test.ts',
    title: 'rejects a setting that an included file would override, and reports the file',
  },
  {
    id: 'slow-email',
    replacement:
      "return email.replace(/^[\\0- .,:;<>\"\\\\']+|[\\0- .,:;<>\"\\\\']+$|[\\n<>]/g, '')",
    test: 'src/core/computer/survey/long-values.exploit.test.ts',
    title: 'is cleaned in linear time if it is an email or a name',
  },
  {
    id: 'slow-condition',
    replacement: "const plain = pattern.replace(/[^/]*[*?[].*/s, '')",
    test: 'src/core/computer/survey/long-values.exploit.test.ts',
    title: 'is compared in linear time if it is a condition',
  },
  {
    id: 'ssh-host-end',
    replacement: 'const isCut = false',
    test: 'src/core/computer/repositories/misread-remotes.exploit.test.ts',
    title: 'isn’t listed with a host to which git doesn’t push: ssh://git@gitlab.example?x',
  },
  {
    id: 'scp-user',
    replacement: String.raw`/^(?:([^/]*)@)?(\[[^\]/]*\]|[^:/[\]@]+):(?!\/\/)([^]*)$/.exec(text) ?? []`,
    test: 'src/core/computer/repositories/misread-remotes.exploit.test.ts',
    title: 'isn’t listed with a host to which git doesn’t push',
  },
]
