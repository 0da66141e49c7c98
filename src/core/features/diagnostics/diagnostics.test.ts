import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { openLog } from '../../platform/log/open-log.ts'
import { type TestServer, json, startServer } from '../../testing/http-server.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { machineLines } from './diagnostics.ts'
import { programLine } from './diagnostics.ts'

const token = 'glpat-kR7xW2pQ9sLm4vNb8cZt'
let latchkey: TestLatchkey
let server: TestServer
const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function signedIn(): Promise<void> {
  server = await startServer((_, response) =>
    json(response, 200, { id: 7, username: 'ines.ortega', name: 'Ines Ortega', is_admin: true }),
  )
  latchkey = createTestLatchkey()
  ends.push(latchkey.close, server.stop)
  await latchkey.signIn(server.url, token)
  await latchkey.failure('sshKeys.add', { title: 'x' }, 'nobody')
}

const report = async (input = {}) =>
  (await latchkey.value<{ text: string }>('diagnostics.report', input)).text

it('describes Latchkey, the computer and the log without usernames', async () => {
  await signedIn()
  const text = await report()
  expect(text).toMatch(/^Latchkey 0\.0\.0 \(in a browser\)\n/)
  expect(text).toMatch(/Node 24\./)
  expect(text).toMatch(
    /^Programs: Git \d+\.\d+[\w.]*, OpenSSH \d+\.\d+\w*, GnuPG (\d+\.\d+[\w.]*|none)$/m,
  )
  expect(text).toMatch(/^Keychain: available/m)
  expect(text).toMatch(/^- instance-test, http, administrator, token: keychain, \w+$/m)
  expect(text).toMatch(/A call failed\. error=.* operation=sshKeys\.add failure=\w+/)
  const personal = [token, 'ines', 'Ortega', new URL(server.url).host, latchkey.dataFolder]
  for (const trace of [...personal, homedir(), hostname(), userInfo().username]) {
    // If the user is named `root`, the word may appear elsewhere.
    if (trace.length > 4) expect(text).not.toContain(trace)
  }
  expect(await report({ instances: true })).toContain(`- instance-test is ${server.url},`)
})

it('shows no more than fifty lines of the log', async () => {
  await signedIn()
  for (let nth = 0; nth < 80; nth += 1) await latchkey.value('settings.get')
  expect((await report()).match(/^\d{4}-.*Z (?:debug|info|warn|error)/gm)).toHaveLength(50)
})

it('logs the location of page errors, but not their message, up to a limit', async () => {
  await signedIn()
  const stack = `\n    at save (http://127.0.0.1:4711/assets/StatusScreen-Bx81kd_a.js:10:20)\n    at ${token}`
  for (let nth = 0; nth < 60; nth += 1) {
    await latchkey.value('diagnostics.pageFailed', { name: 'TypeError', stack })
  }
  const pageErrors = latchkey.logged.filter((line) => line.includes('Error in the page'))
  expect(pageErrors).toHaveLength(50)
  expect(pageErrors[0]).toMatch(/error=TypeError at StatusScreen-Bx81kd_a\.js:10:20 part=page$/)
  const huge = { name: 'x', stack: 'x'.repeat(9000) }
  expect(await latchkey.failure('diagnostics.pageFailed', huge)).toMatchObject({ kind: 'invalid' })
})

it("includes the desktop's name only if it is known", () => {
  if (process.platform !== 'linux') return
  const lines = (name: string) => machineLines({ XDG_CURRENT_DESKTOP: name }).join('\n')
  expect(lines('ubuntu:GNOME')).toContain('Desktop: GNOME, display: none')
  expect(lines('ines-desktop')).toContain('Desktop: other')
  expect(machineLines({ https_proxy: `http://ines:${token}@proxy` }).join()).not.toContain('ines')
})

it('deletes the log with everything else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-diagnostics-'))
  const log = openLog(folder)
  latchkey = createTestLatchkey({ log })
  ends.push(latchkey.close)
  const logText = () => readFileSync(join(folder, 'logs/latchkey.log'), 'utf8')
  log.info('Latchkey starts.')
  expect(logText()).toContain('Latchkey starts.')
  expect(await latchkey.value('device.paths')).toMatchObject({ logs: log.file.path })
  await latchkey.value('device.forgetAll')
  log.info('Latchkey ends.')
  expect(logText()).not.toContain('Latchkey starts.')
  log.file.close()
  rmSync(folder, { recursive: true })
})

it('lists missing programs, and only the versions of others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-programs-'))
  ends.push(async () => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'git'), '#!/bin/sh\necho git version 2.1 of /home/ines\n', {
    mode: 0o755,
  })
  const line = await programLine({ PATH: folder })
  expect(line).toBe('Programs: Git 2.1, OpenSSH none, GnuPG none')
})
