import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFolder } from '../../../scripts/lib/memory-folder.ts'
import { formatDate, systemClock } from '../clock.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../start.ts'

// On a disk, writes would take longer than filling a database in memory.
const isInMemory = tmpdir() === memoryFolder()
/** Filled databases by what they depend on. */
const databases = new Map<string, Promise<Buffer>>()

/** Starts a sandbox with a copy of a database that is filled once, because the same seed creates the same data all day. */
export async function startSeededSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (options.data !== undefined) {
    await copyDatabase(options.data, options)
    return startSandbox(options)
  }
  if (!isInMemory) return startSandbox(options)
  const data = newFolder()
  await copyDatabase(data, options)
  const sandbox = await startSandbox({ ...options, data })
  return {
    ...sandbox,
    async stop() {
      await sandbox.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function copyDatabase(folder: string, options: SandboxOptions): Promise<void> {
  const file = join(folder, 'sandbox.db')
  if (existsSync(file)) return
  const { seed, users, crowdTokens, now = systemClock } = options
  const key = JSON.stringify([seed, users, crowdTokens, formatDate(now())])
  const database = databases.get(key) ?? fillDatabase(options)
  databases.set(key, database)
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, await database)
}

async function fillDatabase(options: SandboxOptions): Promise<Buffer> {
  const data = newFolder()
  const sandbox = await startSandbox({ ...options, port: 0, data })
  await sandbox.stop()
  const database = readFileSync(join(data, 'sandbox.db'))
  rmSync(data, { recursive: true })
  return database
}

const newFolder = () => mkdtempSync(join(tmpdir(), 'latchkey-sandbox-'))
