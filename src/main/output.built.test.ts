import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

/** Starts the built Electron host with Node options. */
async function start(...execArgv: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-output-'))
  const host = fork(join(import.meta.dirname, 'testing/host-process.ts'), [folder], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv,
  })
  onTestFinished(async () => {
    const ended = once(host, 'close')
    host.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true })
  })
  const call = async (name: string, input: unknown) => {
    host.send({ name, input })
    const [answer] = (await once(host, 'message')) as [unknown]
    return answer
  }
  await once(host, 'message')
  return { folder, host, call }
}

it('built Electron host keeps running if its output is closed', async () => {
  const closed = `process.stderr.write = () => { throw new Error('write EPIPE') }`
  const { folder, call } = await start('--import', `data:text/javascript,${closed}`)
  const failed = { name: 'TypeError', stack: '' }
  expect(await call('diagnostics.pageFailed', failed)).toMatchObject({ ok: true })
  expect(readFileSync(join(folder, 'logs/latchkey.log'), 'utf8')).toContain('TypeError')
})

it('built Electron host keeps running if no one reads its output', async () => {
  const { folder, host, call } = await start()
  host.stdout!.destroy()
  host.stderr!.destroy()
  for (let nth = 0; nth < 10; nth += 1) {
    await call('diagnostics.pageFailed', { name: 'TypeError', stack: '' })
  }
  expect(await call('settings.get', {})).toMatchObject({ ok: true })
  expect(readFileSync(join(folder, 'logs/latchkey.log'), 'utf8')).not.toContain('EPIPE')
})
