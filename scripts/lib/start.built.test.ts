import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

// Runs `npm start` on the built app, with a stand-in for Electron’s binary.

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-npm-start-'))
  // Relevant only if the tests don’t run as root, because root never has a sandbox.
  program('unshare', 'exit 1')
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, command: string): void {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${command}\n`)
  chmodSync(path, 0o755)
}

/** Returns the output up to the page’s URL, or all of it if nothing is served. */
async function start(...flags: string[]): Promise<{ output: string; code: number | null }> {
  const data = join(folder, 'data')
  const app = spawn(
    process.execPath,
    [join(import.meta.dirname, '../start.ts'), '--data', data, ...flags],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...{ DISPLAY: ':99', PATH: `${folder}:${process.env.PATH}` },
        ELECTRON_OVERRIDE_DIST_PATH: folder,
      },
    },
  )
  onTestFinished(() => void app.kill('SIGKILL'))
  const closed = once(app, 'close')
  let output = ''
  for (const stream of [app.stdout, app.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  while (app.exitCode === null && !output.includes('http://')) {
    await Promise.race([closed, once(app.stdout, 'data')])
  }
  app.kill()
  const [code] = (await closed) as [number | null]
  return { output, code }
}

const sandboxReason = /Electron refuses to run as root\.|This system allows Electron no sandbox/

describe.runIf(process.platform === 'linux')('npm start', () => {
  it('serves the page and explains why if Electron has no sandbox', async () => {
    program('electron', 'echo "Electron runs"')
    const { output } = await start('--no-open')
    expect(output).toMatch(sandboxReason)
    expect(output).toMatch(/Serving the page instead\.\n[^]*http:\/\//)
    expect(output).not.toContain('Electron runs')
  })

  it('serves the page and explains why if Electron crashes on startup', async () => {
    program('electron', 'kill -SEGV $$')
    const { output } = await start('--no-sandbox', '--hidden', '--no-open')
    expect(output).toContain('Electron crashed at its start (SIGSEGV). Serving the page instead.')
    expect(output).toContain('http://')
  })

  it('fails a self-test instead of serving the page', async () => {
    program('electron', 'kill -SEGV $$')
    const { output, code } = await start('--no-sandbox', '--self-test', join(folder, 'report.json'))
    expect(output).toContain('crashed at its start (SIGSEGV). The self-test checks the desktop app')
    expect(code).toBe(1)
  })
})
