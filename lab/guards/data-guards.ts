import type { Guard } from './guard.ts'

const folder = 'src/core/platform/files/data-folder.exploit.test.ts'
const ownFiles = 'src/core/platform/files/own-files.exploit.test.ts'
const forgery = 'src/core/audit-log/verify-export.exploit.test.ts'
const hostileLog = 'src/core/audit-log/verify-log-file.exploit.test.ts'
const deleted = 'src/core/features/accounts/deleted.exploit.test.ts'
const list = 'src/core/features/onboarding/large-list.exploit.test.ts'
const csv = 'src/core/features/onboarding/source/large-csv.exploit.test.ts'

/** The guards of the data folder, and against files that a person opens. */
export const dataGuards: readonly Guard[] = [
  { id: 'data-folder-mode', test: folder, title: 'can enter no folder that was open before' },
  { id: 'data-file-mode', test: folder, title: 'can read no file in a folder that is closed' },
  {
    id: 'data-file-mode',
    test: folder,
    title: 'can read nothing below the folders of the accounts',
  },
  {
    id: 'code-folder',
    test: 'src/core/platform/compiled-code.exploit.test.ts',
    title: 'is not used where others can write in it',
  },
  { id: 'umask', test: folder, title: 'can read nothing that is made while Latchkey works' },
  { id: 'data-folder-owner', test: folder, title: 'where it belongs to another user' },
  {
    id: 'data-file-owner',
    test: folder,
    title: 'in it was put there by another user',
    needsRoot: true,
  },
  { id: 'data-folder-of-others', test: folder, title: 'where others use it too' },
  { id: 'data-file-mode', test: folder, title: 'can hold no lock that keeps Latchkey out' },
  {
    id: 'data-file-link',
    test: folder,
    title: 'cannot put the lock where it can be held, by a link',
  },
  { id: 'data-file-link', test: ownFiles, title: 'is refused with its path' },
  {
    id: 'data-file-kind',
    test: ownFiles,
    title: 'is refused where reading it would never end',
  },
  {
    id: 'data-folder-marks',
    becomes: 'return true',
    test: ownFiles,
    title: 'are no proof that a folder is ours',
  },
  { id: 'data-folder-names', test: ownFiles, title: 'keep Latchkey from a folder that it never' },
  {
    id: 'own-file-names',
    test: ownFiles,
    title: 'stay as they are when Latchkey works there and forgets everything',
  },
  {
    id: 'own-folders',
    becomes: 'isFolder: !entry.isFile()',
    test: ownFiles,
    title: 'is refused with its path',
  },
  {
    id: 'leftover-name',
    test: 'src/core/features/device/leftovers.exploit.test.ts',
    title: 'deletes nothing',
  },
  { id: 'foreign-content', test: ownFiles, title: 'stay although a folder of ours is around them' },
  {
    id: 'lock-reader',
    becomes: 'throw new DataFolderInUse(path)',
    test: folder,
    title: 'is named where it held the lock before the folder was closed',
  },
  {
    id: 'picture-mode',
    becomes: 'await writeFile(next, bytes)',
    test: 'src/core/features/avatars/picture-cache.exploit.test.ts',
    title: 'a picture is for its owner only',
  },
  {
    id: 'picture-folder-mode',
    becomes: 'await mkdir(this.#ports.folder).catch(() => undefined)',
    test: 'src/core/features/avatars/picture-cache.exploit.test.ts',
    title: 'and so is its folder',
  },
  {
    id: 'signed-out-folder',
    becomes: 'const isRemoved = true',
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
    becomes: 'const secretFields = new Set<string>()',
    test: 'src/core/features/accounts/signed-out.exploit.test.ts',
    title: "never writes a new user's password or a token to any file",
  },
  {
    id: 'audit-log-name',
    becomes: `return parts.join('_')`,
    test: 'src/core/jobs/audit-log-archive.test.ts',
    title: 'lies in its folder, whatever somebody calls themselves',
  },
  {
    id: 'audit-log-hash',
    becomes: 'const isNext = exported',
    test: forgery,
    title: 'is not intact under the same last hash with another actor',
  },
  {
    id: 'audit-log-scope',
    becomes: 'return wholeStart',
    test: forgery,
    title: 'is not intact when it is passed off as the whole log',
  },
  {
    id: 'audit-log-spelling',
    test: forgery,
    title: 'is not intact with a second field before the true one',
  },
  {
    id: 'audit-log-csv-spelling',
    becomes: 'return !isTime',
    test: forgery,
    title: 'is not intact with quotes that it does not need',
  },
  {
    id: 'verify-log-escape',
    becomes: 'return text',
    test: hostileLog,
    title: 'is printed escaped',
  },
  {
    id: 'account-folder-name',
    test: 'src/core/accounts/account-folders.test.ts',
    title: 'does not lie elsewhere for the ID',
    becomes: 'return account',
  },
  {
    id: 'secure-delete-answers',
    becomes: 'secureDelete: false',
    test: deleted,
    title: 'overwrites a cached response when it is deleted',
  },
  {
    id: 'secure-delete-queue',
    becomes: 'secureDelete: false',
    test: deleted,
    title: 'overwrites deleted rows of the queue and the audit log in free pages',
  },
  {
    id: 'read-limit',
    test: 'src/core/platform/files/json-file.test.ts',
    title: 'that is too large is neither read nor overwritten',
  },
  { id: 'csv-limits', test: csv, title: 'is refused, with what is too much' },
  { id: 'csv-slices', test: csv, title: 'is read in parts' },
  {
    id: 'csv-answer',
    becomes: 'return text',
    test: csv,
    title: 'is answered with the beginnings of what is in it',
  },
  { id: 'list-word', test: list, title: 'is looked through once' },
  {
    id: 'map-slices',
    becomes: 'void pause',
    test: list,
    title: 'is read in parts',
    also: [{ id: 'list-slices' }],
  },
]
