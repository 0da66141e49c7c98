import { existsSync, mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ResourceLimits } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { workerScript } from '../../testing/worker-script.ts'
import { attempt } from '../ignore-errors.ts'
import { connect } from '../sqlite/database.ts'
import { WorkerThread } from './worker-thread.ts'

function start(script = workerScript, limits?: ResourceLimits): WorkerThread {
  const thread = new WorkerThread(script, limits)
  onTestFinished(() => thread.end())
  return thread
}

/** Whether this process has a file open; false where the system doesn't say. */
function isOpen(file: string): boolean {
  if (process.platform !== 'linux') return false
  const links = readdirSync('/proc/self/fd').map((descriptor) =>
    attempt(() => readlinkSync(`/proc/self/fd/${descriptor}`)),
  )
  return links.includes(file)
}

describe('WorkerThread', () => {
  it('answers requests in order', async () => {
    const folder = testFolder()
    const thread = start()
    const answers = await Promise.all(
      ['a.db', 'b.db'].map((name) =>
        thread.ask<{ sqliteVersion: string }>({ check: join(folder, name) }),
      ),
    )
    for (const { sqliteVersion } of answers) expect(sqliteVersion).toMatch(/^3\.\d+/)
  })

  it('rejects instead of ending the process if the worker fails', async () => {
    const folder = testFolder()
    mkdirSync(join(folder, 'folder.db'))
    const thread = start()
    await expect(thread.ask({ check: join(folder, 'folder.db') })).rejects.toThrow(
      'can’t be opened',
    )
    await expect(thread.ask({ check: join(folder, 'later.db') })).resolves.toBeDefined()
  })

  it('rejects if the worker can’t be loaded, or exits', async () => {
    await expect(start('/nowhere/worker.js').ask({ check: '' })).rejects.toThrow('Cannot find')
    const script = join(testFolder(), 'exits.mjs')
    writeFileSync(script, 'process.exit(3)')
    await expect(start(script).ask({ check: '' })).rejects.toThrow('The worker ended with code 3.')
  })

  it('answers earlier requests before it ends, and rejects later ones', async () => {
    const thread = start()
    await thread.ask({ check: join(testFolder(), 'first.db') })
    const answer = thread.ask({ check: join(testFolder(), 'last.db') })
    await thread.end()
    await expect(answer).resolves.toBeDefined()
    await expect(thread.ask({ check: '' })).rejects.toThrow('The worker ended with code 0.')
  })

  it('blocks this thread until its files are closed', async () => {
    const file = join(testFolder(), 'closed.db')
    connect(file).close()
    const thread = start()
    await thread.ask({ open: file, kind: 'users' })
    thread.join()
    expect(isOpen(file)).toBe(false)
  })

  it("doesn't block this thread while it is starting, and then does nothing", async () => {
    const file = join(testFolder(), 'none.db')
    const thread = start()
    const rejected = expect(thread.ask({ check: file })).rejects.toThrow('The worker ended')
    thread.join()
    await rejected
    expect(existsSync(file)).toBe(false)
  })

  it('rejects if it needs more memory than it may use', async () => {
    const script = join(testFolder(), 'hungry.mjs')
    writeFileSync(
      script,
      "import { parentPort } from 'node:worker_threads'; const kept = []; parentPort.on('message', () => { for (;;) kept.push([{}]) })",
    )
    const thread = start(script, { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 })
    await expect(thread.ask({})).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' })
  })
})
