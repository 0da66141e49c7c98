import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { openDataFolder } from '../core/platform/files/data-folder.ts'
import { testFolder } from '../core/testing/folder.ts'

let root: string
beforeEach(() => void (root = testFolder()))

/** The built Electron host's output when it refuses to start with this data folder. */
async function refusal(data: string): Promise<string> {
  const host = fork(join(import.meta.dirname, 'testing/host-process.ts'), [data], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  onTestFinished(async () => {
    const ended = once(host, 'close')
    host.kill('SIGKILL')
    await ended
  })
  const [output] = (await once(host.stderr!, 'data')) as [Buffer]
  return String(output)
}

it('built Electron host reports a file in place of its folder', async () => {
  const path = join(root, 'file')
  writeFileSync(path, 'mine')
  expect(await refusal(path)).toMatch(
    `Latchkey couldn’t start: Latchkey can’t use its data folder. ${path} is a file, not a folder.`,
  )
})

it('built Electron host reports unreadable accounts', async () => {
  const path = join(root, 'accounts.json')
  mkdirSync(path)
  expect(await refusal(root)).toMatch(
    `Latchkey couldn’t start: Couldn’t read ${path}: there is a folder in its place. Move ${path} away`,
  )
})

it('built Electron host leaves a folder in use untouched', async () => {
  const folder = openDataFolder(root)
  expect(await refusal(root)).toMatch(`already running with the data folder ${root}.`)
  folder.close()
})
