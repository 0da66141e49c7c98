import { mkdirSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { testFolder } from '../testing/folder.ts'
import { connectionFiles, createNonce } from './connection.ts'
import { findCommand } from './parse-command.ts'
import { type StartingApp, runCommand } from './run-command.ts'
import { startCommandServer } from './server.ts'

let dataFolder: string
beforeEach(() => {
  // As `makeDataFolder` does.
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  dataFolder = testFolder()
  // The command line is allowed.
  const files = connectionFiles(dataFolder)
  mkdirSync(files.folder)
  writeFileSync(files.key, createNonce())
})
afterEach(() => void vi.useRealTimers())

async function run(startApp: () => StartingApp) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const found = findCommand(['accounts'])!
  const output = { print, printError: print, isTerminal: false, environment: {} }
  const exitCode = await runCommand({ found, dataFolder, startApp, ...output })
  return { exitCode, lines }
}

describe.skipIf(process.platform === 'win32')('a command that starts Latchkey', () => {
  it('is answered once Latchkey has started, also by another command', async () => {
    const answer = () => Promise.resolve({ exitCode: 0, lines: [{ text: 'done' }], notes: [] })
    const running = run(() => ({ hasFailed: () => false }))
    await setTimeout(250)
    const server = await startCommandServer({ dataFolder, answer, log: () => undefined })
    onTestFinished(() => server.close())
    expect(await running).toEqual({ exitCode: 0, lines: ['done'] })
  })

  it('fails at once if Latchkey can’t start', async () => {
    expect(await run(() => ({ hasFailed: () => true }))).toEqual({
      exitCode: 3,
      lines: ['Latchkey isn’t running.'],
    })
  })

  it('knows that Latchkey is still starting', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const running = run(() => ({ hasFailed: () => false }))
    await vi.advanceTimersByTimeAsync(6_000)
    vi.useRealTimers()
    expect(await running).toEqual({
      exitCode: 3,
      lines: ['Latchkey is still starting. Try again.'],
    })
  })
})
