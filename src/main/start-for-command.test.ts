import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { testFolder } from '../core/testing/folder.ts'
import { isForCommand, isHidden } from './arguments.ts'
import { startForCommand } from './start-for-command.ts'
import { app } from './testing/fake-electron.ts'

vi.mock('electron', () => import('./testing/fake-electron.ts'))

const { execPath, argv } = process
let output: string
let program: string
beforeEach(() => {
  const folder = testFolder()
  output = join(folder, 'arguments')
  program = join(folder, 'latchkey')
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${output}.part'; mv '${output}.part' '${output}'\n`,
    {
      mode: 0o755,
    },
  )
  Object.defineProperty(process, 'execPath', { value: program })
  Object.assign(app, { isPackaged: true })
  vi.stubEnv('DISPLAY', ':0')
})
afterEach(() => {
  Object.defineProperty(process, 'execPath', { value: execPath })
  Object.assign(app, { isPackaged: false })
  process.argv = argv
  vi.unstubAllEnvs()
})

it.skipIf(process.platform === 'win32')(
  'starts Latchkey hidden with the same data folder',
  async () => {
    process.argv = ['/latchkey', '--no-sandbox', 'status', 'x', '--data', '/there']
    const starting = startForCommand()
    await vi.waitUntil(() => existsSync(output))
    const args = readFileSync(output, 'utf8').trim().split('\n')
    expect(args).toEqual(['--no-sandbox', '--hidden', '--for-command', '--data', '/there'])
    expect([isHidden(['', ...args]), isForCommand(['', ...args])]).toEqual([true, true])
    expect(starting?.hasFailed()).toBe(false)
  },
)

it.skipIf(process.platform === 'win32')('knows when Latchkey ended with an error', async () => {
  process.argv = ['/latchkey', 'status']
  writeFileSync(program, '#!/bin/sh\nexit 1\n')
  const starting = startForCommand()
  await vi.waitUntil(() => starting?.hasFailed())
})

it.runIf(process.platform === 'linux')('starts nothing without a display', () => {
  process.argv = ['/latchkey', 'status']
  vi.stubEnv('DISPLAY', '')
  vi.stubEnv('WAYLAND_DISPLAY', '')
  expect(startForCommand()).toBeUndefined()
})
