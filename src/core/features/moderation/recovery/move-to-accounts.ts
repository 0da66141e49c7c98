import { existsSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountRecord } from '../../../accounts/account-record.ts'
import { isolate } from '../../../infra/log/isolate.ts'
import type { LogFunction } from '../../../infra/log/log.ts'
import { addToDocument, readEntries } from './add-to-document.ts'
import { moveEarlierRecoveryFile, sharedRecoveryFile } from './recovery-notices.ts'
import { removeDatabase } from '../../../infra/sqlite/remove-database.ts'
import { accountFiles, accountFolder } from '../../../accounts/account-folders.ts'

/** Documents that had an entry for each account, and the name of the entry in the document of one account. */
const shared = {
  [accountFiles.recentStatuses]: 'statuses',
  [accountFiles.createdTokens]: 'tokens',
  [accountFiles.views]: 'views',
}

/**
 * Moves the documents that earlier versions kept for all accounts in one file into the folders of the accounts, and gives files their
 * current names. Promise: whenever the process ends, the next start continues, and nothing is lost but copies of what the services
 * have.
 */
export function moveToAccounts(
  dataFolder: string,
  accounts: readonly Pick<AccountRecord, 'id'>[],
  log: LogFunction,
): void {
  const moveRecoveryFile = (folder: string, earlierName: string, name: string) =>
    isolate(log, () => moveEarlierRecoveryFile(join(folder, earlierName), join(folder, name)))
  moveRecoveryFile(dataFolder, 'outbox-rescues.json', sharedRecoveryFile)
  for (const { id } of accounts) {
    const folder = accountFolder(dataFolder, id)
    moveRecoveryFile(folder, 'queue-rescues.json', accountFiles.queueRecoveries)
  }
  for (const [name, entry] of Object.entries(shared)) {
    isolate(log, () => moveDocument(dataFolder, name, entry, log))
  }
  isolate(log, () => removeDatabase(join(dataFolder, 'directory.db')))
  isolate(log, () => removeDatabase(join(dataFolder, 'reads.db')))
  isolate(log, () => removePictures(join(dataFolder, 'avatars')))
}

/** Throws where it can't be read. It stays until the lists of all accounts were moved. */
function moveDocument(dataFolder: string, name: string, entry: string, log: LogFunction): void {
  const path = join(dataFolder, name)
  if (!existsSync(path)) return
  const moves = Object.entries(readEntries(path)).map(([account, value]) => {
    const target = join(accountFolder(dataFolder, account), name)
    return isolate(log, () => addToDocument(target, { [entry]: value }))
  })
  if (moves.every(Boolean)) rmSync(path)
}

function removePictures(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (/^[0-9a-f]{64}$|^[0-9a-f-]{36}\.next$/.test(name)) rmSync(join(folder, name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
