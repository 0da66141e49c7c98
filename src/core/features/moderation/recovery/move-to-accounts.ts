import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { AccountRecord } from '../../../accounts/account-record.ts'
import { isolate } from '../../../infra/log/isolate.ts'
import type { LogFunction } from '../../../infra/log/log.ts'
import {
  type RecoveryNotices,
  moveEarlierRecoveryFile,
  sharedRecoveryFile,
} from './recovery-notices.ts'
import { splitQueue } from './split.ts'
import { removeDatabase } from '../../../infra/sqlite/remove-database.ts'
import { accountFiles, accountFolder } from '../../../accounts/account-folders.ts'
import { prepareFile } from '../../../infra/files/atomic-write.ts'

/** Documents that had an entry for each account, and the name of the entry in the document of one account. */
const shared = {
  [accountFiles.recentStatuses]: 'statuses',
  [accountFiles.createdTokens]: 'tokens',
  [accountFiles.views]: 'views',
}

interface MovePorts {
  /** Where audit logs are kept. */
  auditLogs: string
  /** Called where the queue was damaged. */
  sharedRecoveries: Pick<RecoveryNotices, 'add'>
  log: LogFunction
}

/**
 * Moves the data that earlier versions kept for all accounts in one file into the folders of the accounts, and gives files their
 * current names. Promise: whenever the process ends, the next start continues, and nothing is lost but copies of what the services
 * have. Throws where the queue can't be opened, without which nothing may start.
 */
export function moveToAccounts(
  dataFolder: string,
  accounts: readonly Pick<AccountRecord, 'id' | 'baseUrl' | 'user'>[],
  { auditLogs, sharedRecoveries, log }: MovePorts,
): void {
  const moveRecoveryFile = (folder: string, earlierName: string, name: string) =>
    isolate(log, () => moveEarlierRecoveryFile(join(folder, earlierName), join(folder, name)))
  moveRecoveryFile(dataFolder, 'outbox-rescues.json', sharedRecoveryFile)
  for (const { id } of accounts) {
    const folder = accountFolder(dataFolder, id)
    moveRecoveryFile(folder, 'queue-rescues.json', accountFiles.queueRecoveries)
  }
  splitQueue({
    shared: join(dataFolder, 'outbox.db'),
    targets: accounts.map(({ id, baseUrl, user }) => ({
      baseUrl,
      userId: user.id,
      path: join(accountFolder(dataFolder, id), accountFiles.queue),
    })),
    accounts: join(dataFolder, 'accounts'),
    auditLogs,
    log,
    recovered: (recovery) => sharedRecoveries.add(recovery),
  })
  for (const [name, entry] of Object.entries(shared)) {
    isolate(log, () => moveDocument(dataFolder, name, entry))
  }
  isolate(log, () => removeDatabase(join(dataFolder, 'directory.db')))
  isolate(log, () => removeDatabase(join(dataFolder, 'reads.db')))
  isolate(log, () => removePictures(join(dataFolder, 'avatars')))
}

function moveDocument(dataFolder: string, name: string, entry: string): void {
  const path = join(dataFolder, name)
  if (!existsSync(path)) return
  for (const [account, value] of Object.entries(entriesOf(readFileSync(path, 'utf8')))) {
    const target = join(accountFolder(dataFolder, account), name)
    // Moved by a process that ended before it removed the old one.
    if (existsSync(target)) continue
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
    prepareFile(target, `${JSON.stringify({ [entry]: value }, null, 2)}\n`).commit()
  }
  rmSync(path)
}

/** Throws where it is no document, which then stays as it is. */
function entriesOf(text: string): object {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text.replace(/^\uFEFF/, '')))
}

function removePictures(folder: string): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (/^[0-9a-f]{64}$|^[0-9a-f-]{36}\.next$/.test(name)) rmSync(join(folder, name))
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
