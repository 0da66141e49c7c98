import type { z } from 'zod'
import type { UnformattedFailure } from '../platform/failure.ts'
import type { LogFunction } from '../platform/log/log.ts'
import type { AccountFolders, accountFiles } from './account-folders.ts'
import { type JsonFile, jsonFile } from '../platform/files/json-file.ts'
import { memoryFile } from '../platform/files/memory-file.ts'
import { PerAccount } from './per-account.ts'

interface AccountDocumentsOptions {
  folders: Pick<AccountFolders, 'path'>
  log: LogFunction
  onUnsaved(failure: UnformattedFailure): void
}

/** Small JSON documents in the account folders. */
export class AccountDocuments {
  readonly #options: AccountDocumentsOptions
  readonly #documents: PerAccount<unknown>[] = []

  constructor(options: AccountDocumentsOptions) {
    this.#options = options
  }

  /** Defines a per-account document, kept only in memory for accounts that must not be stored on disk. */
  define<Schema extends z.ZodType>(
    name: (typeof accountFiles)[keyof typeof accountFiles],
    schema: Schema,
  ): (account: string) => JsonFile<z.output<Schema>> {
    const { folders, log, onUnsaved } = this.#options
    const family = new PerAccount((account) => {
      const path = folders.path(account, name)
      return path === undefined ? memoryFile(schema) : jsonFile(path, schema, log, onUnsaved)
    })
    this.#documents.push(family)
    return (account) => family.get(account)
  }

  /** Removes an account's documents from memory. */
  forget(account: string): void {
    for (const family of this.#documents) family.forget(account)
  }
}
