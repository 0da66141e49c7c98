import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createTestLatchkey } from '../testing/latchkey.ts'
import { askApp } from './ask-app.ts'
import type { CommandRequest } from './command-request.ts'
import { connectionFiles } from './connection.ts'
import { setupCommandLine } from './setup-command-line.ts'

const request: CommandRequest = { command: 'accounts', account: undefined }

async function start() {
  const umask = process.umask(0o077)
  const latchkey = createTestLatchkey()
  const log: string[] = []
  const close = await setupCommandLine({
    latchkey,
    dataFolder: latchkey.dataFolder,
    log: (line) => log.push(line),
  })
  onTestFinished(async () => {
    process.umask(umask)
    await close()
    await latchkey.close()
  })
  const allow = (commandLine: boolean) => latchkey.value('settings.set', { commandLine })
  const ask = () => askApp(latchkey.dataFolder, request)
  const startAgain = async () => {
    const { dataFolder } = latchkey
    const end = await setupCommandLine({ latchkey, dataFolder, log: (line) => log.push(line) })
    onTestFinished(end)
  }
  return { log, close, startAgain, allow, ask, files: connectionFiles(latchkey.dataFolder) }
}

const unanswered = (problem: string) => ({ problem })
const answered = { answer: expect.objectContaining({ exitCode: 4 }) }

it.skipIf(process.platform === 'win32')(
  'is off until it is allowed, and leaves nothing when it is off',
  async () => {
    const { allow, ask, files } = await start()
    expect(await ask()).toEqual(unanswered('off'))
    expect(existsSync(files.folder)).toBe(false)
    await allow(true)
    await expect.poll(ask).toEqual(answered)
    await allow(false)
    await expect.poll(() => existsSync(files.folder)).toBe(false)
    expect(await ask()).toEqual(unanswered('off'))
    await allow(true)
    await allow(false)
    await allow(true)
    await expect.poll(ask).toEqual(answered)
  },
)

it.skipIf(process.platform === 'win32')('differs between off and not running', async () => {
  const { allow, ask, close } = await start()
  await allow(true)
  await expect.poll(ask).toEqual(answered)
  await close()
  expect(await ask()).toEqual(unanswered('not-running'))
})

it.skipIf(process.platform === 'win32')(
  'answers after another one ended without closing',
  async () => {
    const { allow, ask, files, close, startAgain, log } = await start()
    await allow(true)
    await expect.poll(ask).toEqual(answered)
    await close()
    // A process that is killed leaves its socket.
    const leftover = createServer().listen(files.socket)
    onTestFinished(() => void leftover.close())
    await expect.poll(() => existsSync(files.socket)).toBe(true)
    await startAgain()
    expect(await ask()).toEqual(answered)
    expect(log).toEqual([])
  },
)

it.skipIf(process.platform === 'win32')('answers two commands at once', async () => {
  const { allow, ask } = await start()
  await allow(true)
  await expect.poll(ask).toEqual(answered)
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array(8).fill(answered))
})
