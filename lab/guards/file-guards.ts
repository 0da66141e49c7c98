import type { Guard } from './guard.ts'

const read = 'src/core/platform/files/regular-file.exploit.test.ts'
const written = 'src/core/platform/files/atomic-write.exploit.test.ts'
const changed = 'src/core/computer/changes/recorded-changes.exploit.test.ts'
const parts = 'src/core/computer/changes/written-files.exploit.test.ts'
const home = 'src/core/platform/home.exploit.test.ts'

const sync = [{ id: 'regular-before-open' }]
const async = [{ id: 'regular-before-open-async' }]

/** Guards for reading and writing files, mainly in the home folder. */
export const fileGuards: readonly Guard[] = [
  ...[
    'is rejected if it is a named pipe without a writer',
    'is rejected if it is a link to an endless device',
  ].flatMap((title): Guard[] => [
    { id: 'regular-once-open', also: sync, test: read, title },
    { id: 'regular-once-open-async', also: async, test: read, title },
  ]),
  {
    id: 'listed-not-link',
    replacement: 'return openRegularFile(path, flags, act)',
    test: read,
    title: 'is not followed if it is a link',
  },
  {
    id: 'regular-once-open-async',
    test: read,
    title: 'is rejected after opening if it is a named pipe',
  },
  { id: 'regular-once-open', also: sync, test: changed, title: 'if the allowed signers file is' },
  {
    id: 'document-values',
    test: 'src/core/platform/files/many-invalid-entries.exploit.test.ts',
    title: 'a document with more invalid entries than any real one is replaced, not searched',
  },
  { id: 'read-limit', test: read, title: 'rejects a huge file without reading it completely' },
  {
    id: 'no-other-readers',
    replacement: `'no-var': 'error'`,
    test: 'scripts/lib/file-readers.exploit.test.ts',
    title: 'rejects reading files other than through regular-file.ts',
  },
  {
    id: 'exclusive-write',
    replacement: `const file = openSync(path, 'w', 0o600)`,
    also: [{ id: 'unfinished-name', replacement: 'return `${path}.next`' }],
    test: written,
    title: "doesn't follow a link at the temporary file name",
  },
  {
    id: 'exclusive-write',
    replacement: `const file = openSync(path, 'w', 0o600)`,
    test: written,
    title: 'never creates a file through a link',
  },
  { id: 'replaced-kind', test: written, title: 'replaces only regular files' },
  {
    id: 'exclusive-write',
    replacement: `const file = openSync(path, 'w', 0o600)`,
    also: [{ id: 'unfinished-name', replacement: 'return `${path}.next`' }],
    test: changed,
    title: 'is never written through a symlink next to it',
  },
  {
    id: 'exclusive-write',
    replacement: `const file = openSync(path, 'w', 0o600)`,
    test: changed,
    title: 'keeps all earlier backups',
  },
  { id: 'changed-kind', test: changed, title: 'is rejected with an explanation if it is' },
  {
    id: 'linked-file',
    replacement: 'return file',
    test: changed,
    title: 'stays a symbolic link',
  },
  {
    id: 'original-backup',
    replacement: 'return true',
    test: changed,
    title: 'is only restored from its own backup',
  },
  {
    id: 'deleted-backup',
    replacement: 'rmSync(backup, { force: true })',
    test: changed,
    title: 'is left alone if an edited record names it as the backup of another one',
  },
  { id: 'restored-kind', test: changed, title: 'is not restored if a link replaced it' },
  {
    id: 'mode-of-link',
    replacement: 'const stats = statSync(path, { throwIfNoEntry: false })',
    test: changed,
    title: "can't have its mode changed through a link",
  },
  { id: 'key-name', test: changed, title: "isn't created as a key file through a link" },
  { id: 'written-part', test: parts, title: "can't make Git trust its commits by reporting" },
  { id: 'written-part', test: parts, title: 'cannot add Git settings with a multi-line email' },
  {
    id: 'written-part',
    test: parts,
    title: "can't add a key to a new .pub file through its username",
  },
  { id: 'written-part', test: parts, title: "can't configure other hosts through its address" },
  {
    id: 'no-home',
    replacement: 'return homedir()',
    test: home,
    title: 'uses HOME or else the root folder, with an empty username',
    needsRoot: true,
  },
  {
    id: 'no-user-name',
    replacement: 'return userInfo().username',
    test: home,
    title: 'uses HOME or else the root folder, with an empty username',
    needsRoot: true,
  },
]
