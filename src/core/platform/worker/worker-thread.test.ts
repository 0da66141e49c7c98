import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testFolder } from '../../testing/folder.ts'
import { WorkerThread } from './worker-thread.ts'

function start(script = join(import.meta.dirname, 'worker.ts')): WorkerThread {
  const thread = new WorkerThread(script)
  onTestFinished(() => thread.end())
  return thread
}

describe('WorkerThread', () => {
  it('answers requests in order', async () => {
    const folder = testFolder()
    const thread = start()
    const answers = await Promise.all(
      ['a.db', 'b.db'].map((name) => thread.ask({ file: join(folder, name) })),
    )
    for (const { sqliteVersion } of answers) expect(sqliteVersion).toMatch(/^3\.\d+/)
  })

  it('rejects instead of ending the process if the worker fails', async () => {
    const folder = testFolder()
    mkdirSync(join(folder, 'folder.db'))
    const thread = start()
    await expect(thread.ask({ file: join(folder, 'folder.db') })).rejects.toThrow('unable to open')
    await expect(thread.ask({ file: join(folder, 'later.db') })).rejects.toThrow()
  })

  it('rejects if the worker can’t be loaded, or exits', async () => {
    await expect(start('/nowhere/worker.js').ask({ file: '' })).rejects.toThrow('Cannot find')
    const script = join(testFolder(), 'exits.mjs')
    writeFileSync(script, 'process.exit(3)')
    await expect(start(script).ask({ file: '' })).rejects.toThrow('The worker ended with code 3.')
  })

  it('rejects requests in progress when it is ended', async () => {
    const script = join(testFolder(), 'silent.mjs')
    writeFileSync(
      script,
      "import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {})",
    )
    const thread = start(script)
    const answer = thread.ask({ file: '' })
    const rejected = expect(answer).rejects.toThrow(/^The worker ended with code /)
    await thread.end()
    await rejected
  })
})
