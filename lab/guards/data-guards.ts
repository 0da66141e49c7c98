import type { Guard } from './guard.ts'

const folder = 'src/core/platform/files/data-folder.exploit.test.ts'
const ownFiles = 'src/core/platform/files/own-files.exploit.test.ts'
const forgery = 'src/core/audit-log/verify-export.exploit.test.ts'
const hostileLog = 'src/core/audit-log/verify-log-file.exploit.test.ts'
const deleted = 'src/core/features/accounts/deleted.exploit.test.ts'
const list = 'src/core/features/onboarding/large-list.exploit.test.ts'
const csv = 'src/core/features/onboarding/source/large-csv.exploit.test.ts'

/** Guards for the data folder and against hostile files that users open. */
export const dataGuards: readonly Guard[] = [
  { id: 'data-folder-mode', test: folder, title: "can't enter a folder that used to be open" },
  {
    id: 'data-file-mode',
    test: folder,
    title: 'cannot read files in a folder that is already private',
  },
  {
    id: 'data-file-mode',
    test: folder,
    title: "can't read anything in account folders",
  },
  {
    id: 'code-folder',
    replacement: 'return stats.isDirectory()',
    test: 'src/core/platform/compiled-code.exploit.test.ts',
    title: 'is ignored if others can write to it',
  },
  { id: 'umask', test: folder, title: "can't read anything created while Latchkey is running" },
  { id: 'data-folder-owner', test: folder, title: 'rejects a folder that belongs to another user' },
  {
    id: 'data-file-owner',
    test: folder,
    title: 'rejects a folder in which another user created',
    needsRoot: true,
  },
  {
    id: 'data-folder-of-others',
    test: folder,
    title: "rejects a shared folder with other users' files",
  },
  {
    id: 'data-file-mode',
    test: folder,
    title: "can't hold a lock that prevents Latchkey from starting",
  },
  {
    id: 'data-file-link',
    test: folder,
    title: 'cannot redirect the lock with a link',
  },
  { id: 'data-file-link', test: ownFiles, title: 'is rejected with its path' },
  {
    id: 'data-file-kind',
    test: ownFiles,
    title: 'is rejected if it is a named pipe',
  },
  {
    id: 'data-folder-marks',
    replacement: 'return true',
    test: ownFiles,
    title: 'don’t make a folder ours',
  },
  { id: 'data-folder-names', test: ownFiles, title: 'prevent Latchkey from using a new folder' },
  { id: 'demo-folder-name', test: ownFiles, title: 'prevent Latchkey from using a new folder' },
  {
    id: 'own-file-names',
    test: ownFiles,
    title: 'are kept when Latchkey uses the folder and deletes everything',
  },
  {
    id: 'own-folders',
    replacement: 'isFolder: !entry.isFile()',
    test: ownFiles,
    title: 'is rejected with its path',
  },
  {
    id: 'leftover-name',
    test: 'src/core/features/device/leftovers.exploit.test.ts',
    title: 'deletes nothing',
  },
  { id: 'foreign-content', test: ownFiles, title: "are kept inside Latchkey's own folders" },
  {
    id: 'lock-reader',
    replacement: 'throw new DataFolderInUse(path)',
    test: folder,
    title: 'is reported if they took the lock before the folder became private',
  },
  {
    id: 'picture-mode',
    replacement: 'await writeFile(next, bytes)',
    test: 'src/core/features/avatars/picture-cache.exploit.test.ts',
    title: 'stores pictures and their folder with owner-only permissions',
  },
  {
    id: 'picture-folder-mode',
    replacement: 'await mkdir(this.#options.folder).catch(() => undefined)',
    test: 'src/core/features/avatars/picture-cache.exploit.test.ts',
    title: 'stores pictures and their folder with owner-only permissions',
  },
  {
    id: 'signed-out-folder',
    replacement: 'const isRemoved = true',
    test: 'src/core/features/accounts/signed-out.exploit.test.ts',
    title: 'removes every trace of 200 users and keeps the other account working',
  },
  {
    id: 'signed-out-finish',
    test: 'src/core/features/accounts/signed-out.exploit.test.ts',
    title: 'removes every trace if the process was killed',
  },
  {
    id: 'secret-fields',
    replacement: 'const secretFields = new Set<string>()',
    test: 'src/core/features/accounts/signed-out.exploit.test.ts',
    title: "never writes a new user's password or a token to a file",
  },
  {
    id: 'audit-log-name',
    replacement: `return parts.join('_')`,
    test: 'src/core/jobs/audit-log-archive.test.ts',
    title: 'stays inside its folder when a username contains path separators',
  },
  {
    id: 'audit-log-hash',
    replacement: 'const isNext = exported',
    test: forgery,
    title: 'never passes under the same last hash with another actor',
  },
  {
    id: 'audit-log-scope',
    replacement: 'return wholeStart',
    test: forgery,
    title: 'fails if a selection claims to be the complete log',
  },
  {
    id: 'audit-log-spelling',
    test: forgery,
    title: 'fails with a second field before the true one',
  },
  {
    id: 'audit-log-csv-spelling',
    replacement: 'return !isTime',
    test: forgery,
    title: 'fails with needless quotes',
  },
  {
    id: 'verify-log-escape',
    replacement: 'return text',
    test: hostileLog,
    title: 'escapes the name when it prints',
  },
  {
    id: 'token-instance',
    test: 'src/core/accounts/other-instance.exploit.test.ts',
    title: 'cannot make Latchkey send',
    replacement: 'return true',
  },
  {
    id: 'account-folder-name',
    test: 'src/core/accounts/account-folders.test.ts',
    title: 'inside the accounts folder',
    replacement: 'return account',
  },
  {
    id: 'secure-delete-answers',
    replacement: 'secureDelete: false',
    test: deleted,
    title: 'overwrites a cached response on disk when it is deleted',
  },
  {
    id: 'secure-delete-queue',
    replacement: 'secureDelete: false',
    test: deleted,
    title: 'overwrites deleted queue and audit log rows in free pages',
  },
  {
    id: 'read-limit',
    test: 'src/core/platform/files/json-file.test.ts',
    title: 'is neither read nor overwritten if it is too large',
  },
  { id: 'csv-limits', test: csv, title: 'with a message about the limit' },
  { id: 'csv-slices', test: csv, title: 'is parsed in batches' },
  {
    id: 'csv-answer',
    replacement: 'return text',
    test: csv,
    title: 'is returned with only the beginning of each cell',
  },
  {
    id: 'inner-formula',
    replacement: 'const inner = text',
    test: 'src/core/platform/files/formulas.exploit.test.ts',
    title: 'a formula after ";" isn’t at the beginning of a cell for any delimiter',
  },
  {
    id: 'hidden-slices',
    replacement: 'const parts = [text]',
    test: list,
    title: 'removes hidden characters from one long line of joiners in batches',
  },
  { id: 'list-word', test: list, title: 'scans one long word' },
  {
    id: 'map-slices',
    replacement: 'void pause',
    test: list,
    title: 'parses many words in batches',
    also: [{ id: 'list-slices' }],
  },
  {
    id: 'damaged-item',
    test: 'src/core/features/moderation/edited-rows.exploit.test.ts',
    title: 'is reported as damaged',
  },
  {
    id: 'schema-first',
    replacement: 'findProblem(database)',
    test: 'src/core/platform/sqlite/foreign-tables.exploit.test.ts',
    title: 'a foreign table is rejected without evaluating its constraints',
  },
  {
    id: 'marks-before-search',
    replacement: 'const letters = text.toWellFormed()',
    test: 'src/core/features/directory/slow-names.exploit.test.ts',
    title: 'a name of many marks is normalized in linear time',
  },
  {
    id: 'lost-database',
    test: 'src/core/platform/sqlite/durable.test.ts',
    title: 'is replaced by an empty one if its file is gone',
  },
  {
    id: 'verify-rows',
    replacement: 'return head.count + 1',
    test: 'src/core/audit-log/verify-log-file.exploit.test.ts',
    title: 'reads no more rows than fit in the file',
  },
  {
    id: 'huge-numbers',
    test: 'src/core/jobs/edited-numbers.exploit.test.ts',
    title: 'is listed as damaged, and others are added: target_id = 9223372036854775807',
  },
  {
    id: 'damaged-entry',
    test: 'src/core/jobs/edited-numbers.exploit.test.ts',
    title: "is listed as damaged, and others are added: fields = '7'",
  },
  {
    id: 'huge-row-at-start',
    test: 'src/core/jobs/edited-numbers.exploit.test.ts',
    title: 'is damage of its row only: created',
  },
  {
    id: 'huge-row',
    test: 'src/core/features/moderation/huge-numbers.exploit.test.ts',
    title: 'doesn’t hold up the others: id',
  },
  {
    id: 'json-column',
    replacement: "return `${column} ->> '${path}'`",
    test: 'src/core/features/moderation/edited-runs.exploit.test.ts',
    title: "hides neither the others nor itself: UPDATE jobs SET parameters = '{' WHERE",
  },
  {
    id: 'damaged-run',
    test: 'src/core/features/moderation/edited-runs.exploit.test.ts',
    title: "hides neither the others nor itself: UPDATE jobs SET parameters = '{}' WHERE",
  },
  {
    id: 'damaged-user',
    replacement: 'return parameters as z.output<typeof StoredUser>',
    test: 'src/core/features/moderation/edited-runs.exploit.test.ts',
    title: "hides neither the others nor itself: UPDATE items SET parameters = '7' WHERE",
  },
  {
    id: 'damaged-review',
    replacement: 'return parameters as ReviewParameters',
    test: 'src/core/features/moderation/edited-runs.exploit.test.ts',
    title: 'hides neither the others nor itself: UPDATE jobs SET parameters = NULL WHERE',
  },
  {
    id: 'verify-gaps',
    replacement: 'files.push(file)',
    test: 'src/core/audit-log/nested-exports.exploit.test.ts',
    title: 'lists a limited number of gaps',
  },
  {
    id: 'verify-gaps',
    replacement: 'files.push(file.slice(0, maxName))',
    test: 'src/core/audit-log/verify-log-file.exploit.test.ts',
    title: 'names at most 20 damaged files',
  },
  {
    id: 'verify-head',
    replacement: "const first = text.split('\\n', 1)[0]!",
    test: 'src/core/audit-log/verify-log-file.exploit.test.ts',
    title: 'rejects a huge head',
  },
  {
    id: 'verify-slices',
    replacement: 'void pause',
    test: 'src/core/audit-log/verify-log-file.exploit.test.ts',
    title: 'lets other work take turns',
    also: [{ id: 'verify-chain-slices', replacement: 'void pause' }],
  },
  {
    id: 'review-rows',
    replacement: "const check = (_: string) => ''",
    test: 'src/core/features/review/edited-review.exploit.test.ts',
    title: 'doesn’t hide the others: users SET id = 9223372036854775807',
  },
  {
    id: 'repeated-username',
    replacement: "const username = 'u.username'",
    test: 'src/core/features/review/edited-review.exploit.test.ts',
    title: 'an edited username of a megabyte isn’t repeated for each key and token',
  },
  {
    id: 'review-parts',
    replacement: 'return words as ReviewPart[]',
    test: 'src/core/features/review/edited-review.exploit.test.ts',
    title: "doesn’t hide the others: users SET unread = 'x __proto__'",
  },
  {
    id: 'damaged-sync',
    replacement:
      'const state = { success: true, data: { skipped: 0, isAlone: false, windows: [], ...JSON.parse(String(record)) } }',
    test: 'src/core/features/directory/edited-copy.exploit.test.ts',
    title: 'is read or rebuilt: UPDATE readings SET record =',
  },
  {
    id: 'damaged-change',
    replacement: 'const change = { success: true, data: JSON.parse(record) }',
    test: 'src/core/features/directory/edited-copy.exploit.test.ts',
    title: 'is read or rebuilt: INSERT INTO changes (kind, record) VALUES',
  },
  {
    id: 'page-order',
    test: 'src/core/features/directory/page-writer.test.ts',
    title: "doesn't let a page overwrite users who are loaded while it is being written",
  },
  {
    id: 'damaged-first-row',
    replacement: 'return openedCopy',
    test: 'src/core/features/directory/edited-copy.exploit.test.ts',
    title: 'is read or rebuilt: UPDATE users SET mark = 9223372036854775807',
  },
  {
    id: 'slow-title',
    test: csv,
    title: 'is checked quickly despite titles of opening brackets',
  },
  {
    id: 'slow-notes',
    replacement: 'const trailingBlanks = /[ \\t]+$/gm',
    test: 'src/core/features/updates/slow-notes.exploit.test.ts',
    title: 'are converted in linear time: blanks',
  },
  {
    id: 'exception-id',
    replacement: String.raw`return /^[1-9]\d*$/.test(text)`,
    test: 'src/core/policy/limits-file.exploit.test.ts',
    title: 'let nothing happen that they could forbid: with an ID too large to tell from others',
  },
  {
    id: 'limits-instance',
    replacement: 'export const LimitsFile = z.record(z.string(), InstanceLimits)',
    test: 'src/core/policy/limits-file.exploit.test.ts',
    title: 'let nothing happen that they could forbid: with an instance in another spelling',
  },
  {
    id: 'damaged-limits',
    replacement: 'return undefined',
    test: 'src/core/policy/limits-file.exploit.test.ts',
    title: 'let nothing happen that they could forbid',
  },
  {
    id: 'unread-limits',
    test: 'src/core/policy/limits-file.exploit.test.ts',
    title: 'apply again once somebody starts with new ones',
  },
  {
    id: 'pattern-time',
    replacement: 'const options = {}',
    test: 'src/core/policy/limits-file.exploit.test.ts',
    title: 'cannot hold Latchkey up for years',
  },
  {
    id: 'readable-document',
    test: 'src/core/platform/files/unreadable-size.exploit.test.ts',
    title: 'is never written with more',
  },
  {
    id: 'escaped-secret',
    replacement: 'return undefined',
    test: 'src/core/keys/escaped-keys.exploit.test.ts',
    title: 'is found if it is escaped as in',
  },
  {
    id: 'hexadecimal-secret',
    replacement: 'const decoded = Buffer.alloc(0)',
    test: 'src/core/keys/escaped-keys.exploit.test.ts',
    title: 'is found in hexadecimal',
  },
  {
    id: 'proposed-ids',
    replacement: 'return true',
    test: 'src/core/features/rules/hostile-rules.exploit.test.ts',
    title: 'are damaged if they propose the users',
  },
  {
    id: 'stored-rules',
    replacement: 'return true',
    test: 'src/core/features/rules/hostile-rules.exploit.test.ts',
    title: 'are damaged if two have the same ID, of which one would replace the other',
  },
  {
    id: 'damaged-rules',
    test: 'src/core/features/rules/hostile-rules.exploit.test.ts',
    title: 'aren’t replaced by a new rule if they are damaged',
  },
  {
    id: 'listed-days',
    replacement: 'const maxDays = -1',
    test: 'src/core/features/reports/hostile-figures.exploit.test.ts',
    title: 'lists no more days than it keeps, however many a file has',
  },
  {
    id: 'many-notes',
    test: 'src/core/features/updates/slow-notes.exploit.test.ts',
    title: 'are converted only until enough are shown',
  },
  {
    id: 'export-turns',
    test: 'src/core/audit-log/long-logs.exploit.test.ts',
    title: 'lets others be answered during',
  },
  {
    id: 'many-leftovers',
    test: 'src/core/features/device/leftovers.exploit.test.ts',
    title: 'lists a limited number of leftovers of a kind',
  },
  {
    id: 'damaged-rotations',
    test: 'src/core/features/tokens/damaged-rotations.exploit.test.ts',
    title: 'never rotates a token if the file that lists the rotations is damaged',
  },
]
