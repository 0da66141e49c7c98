import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDataFolder } from '../core/data/data-folder.ts'
import { type HostProcess, startHost } from './testing/start-host.ts'

// The built browser host, in a process of its own.

let folder: string
const running: HostProcess[] = []
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'latchkey-serve-'))))
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
})

function start(...[data, options]: Parameters<typeof startHost>): HostProcess {
  const host = startHost(data, options)
  running.push(host)
  return host
}

describe('a host whose output nobody reads any more', () => {
  it('goes on, logs nothing about it, and ends when it is told to', async () => {
    const host = start(folder, { flags: ['--verbose'] })
    await host.address()
    host.child.stdout.destroy()
    host.child.stderr.destroy()
    const input = { name: 'TypeError', stack: '' }
    for (let nth = 0; nth < 10; nth += 1) await host.value('diagnostics.pageFailed', input)
    expect(await host.value('accounts.list')).toMatchObject({ accounts: [] })
    const log = join(folder, 'logs/latchkey.log')
    expect(readFileSync(log, 'utf8')).not.toContain('EPIPE')
    expect(statSync(log).size).toBeLessThan(10_000)
    host.child.kill('SIGTERM')
    expect(await host.ended).toBe(0)
    openDataFolder(folder).close()
  })
})
