import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describeError } from '../log/describe-error.ts'
import { t } from '../messages.ts'
import { connect } from '../sqlite/database.ts'
import type { KeychainModule } from '../keychain/keychain-store.ts'
import { WorkerThread } from '../worker/worker-thread.ts'
import { type SelfCheck, CheckFailed } from './run-checks.ts'

/** Writes to a database like Latchkey's own, closes it, and reads it back. */
export function databaseCheck(folder: string): SelfCheck {
  return {
    name: 'database',
    async run() {
      const file = join(folder, 'self-test.db')
      const written = connect(file)
      try {
        written.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT NOT NULL) STRICT')
        written.prepare('INSERT INTO notes (text) VALUES (?)').run('kept')
      } finally {
        written.close()
      }
      const read = connect(file)
      try {
        const row = read.prepare('SELECT text, sqlite_version() AS version FROM notes').get()
        if (row?.text !== 'kept') throw new CheckFailed(t('selfTest.databaseUnreadable'))
        return t('selfTest.databasePassed', { version: String(row.version) })
      } finally {
        read.close()
        rmSync(file)
      }
    },
  }
}

/** Starts the worker, which writes to a database in its own thread, and ends it again. */
export function workerCheck(script: string, folder: string): SelfCheck {
  return {
    name: 'worker',
    async run() {
      const file = join(folder, 'self-test-worker.db')
      const thread = new WorkerThread(script)
      try {
        const { sqliteVersion } = await thread.ask<{ sqliteVersion: string }>({ check: file })
        return t('selfTest.databasePassed', { version: sqliteVersion })
      } finally {
        await thread.end()
        rmSync(file, { force: true })
      }
    },
  }
}

const calls = ['getPassword', 'setPassword', 'deletePassword'] as const

/**
 * Loads the native module for the system's keychain without calling it, so secrets aren't read and there is no
 * password prompt.
 */
export function keychainCheck(load: () => Promise<KeychainModule>): SelfCheck {
  return {
    name: 'keychain',
    async run() {
      const keychain = await load().catch((error: unknown) => {
        throw new CheckFailed(t('selfTest.keychainModuleFailed', { reason: loadError(error) }))
      })
      const missing = calls.find((call) => typeof keychain[call] !== 'function')
      if (missing) throw new CheckFailed(t('selfTest.keychainNoCall', { call: missing }))
    },
  }
}

/** System messages contain paths, so only the library name is taken from them. */
function loadError(error: unknown): string {
  const { code = '', message = '' } = error as NodeJS.ErrnoException
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND')
    return t('selfTest.moduleMissing')
  const library = /(?:^|\s)(lib[\w+-]+(?:\.\d+)*\.(?:so|dylib)(?:\.\d+)*): cannot open/.exec(
    message,
  )?.[1]
  if (library) return t('selfTest.libraryMissing', { library })
  if (/NODE_MODULE_VERSION/.test(message)) return t('selfTest.moduleOtherNode')
  return describeError(error)
}
