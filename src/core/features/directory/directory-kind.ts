import { users } from '../../../shared/gitlab/users.ts'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { CopyFile, type CopyFileOptions } from '../../list-copy/copy-file.ts'
import type { CopyKind } from '../../list-copy/copy-store.ts'
import { directoryOptions } from './directory-schema.ts'
import { DirectoryStore } from './directory-store.ts'
import { hasAdminFields } from './user-row.ts'

/** The copy of the administrators' user list. */
export const directoryKind: CopyKind<AdminListUser, DirectoryStore> = {
  name: 'users',
  endpoint: users.list,
  database: directoryOptions,
  open: (database) => new DirectoryStore(database),
  isPublic: (page) => !page.some(hasAdminFields),
}

export type DirectoryFile = CopyFile<AdminListUser, DirectoryStore>

/** The file of an account's directory. */
export function directoryFile(
  options: Omit<CopyFileOptions<AdminListUser, DirectoryStore>, 'kind'>,
): DirectoryFile {
  return new CopyFile({ kind: directoryKind, ...options })
}
