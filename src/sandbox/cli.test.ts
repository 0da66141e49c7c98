import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { faultKinds } from './faults.ts'
import { flagNames } from './flags.ts'
import type { Sandbox } from './start.ts'

const cli = join(import.meta.dirname, 'cli.ts')

describe('the command line', () => {
  let folder: string
  let running: ChildProcess[]
  beforeEach(async () => {
    running = []
    folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  })
  afterEach(async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true })
  })

  function run(...flags: string[]) {
    const child = spawn(process.execPath, [cli, ...flags], { stdio: ['ignore', 'pipe', 'pipe'] })
    running.push(child)
    return child
  }

  async function ready(child: ReturnType<typeof run>) {
    for await (const line of createInterface(child.stdout)) {
      return JSON.parse(line) as Omit<Sandbox, 'stop'>
    }
    throw new Error('It ended without a word.')
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one line and ends cleanly on %s',
    async (signal) => {
      const child = run('--users', '0')
      const { url, tokens, users } = await ready(child)
      expect(users).toBeGreaterThan(30)
      const headers = { 'private-token': tokens.admin }
      expect((await fetch(`${url}/api/v4/user`, { headers })).status).toBe(200)
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  )

  it('explains every flag and every fault', async () => {
    const child = run('--help')
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(code).toBe(0)
    for (const flag of flagNames)
      expect(said).toMatch(new RegExp(`^  --${flag}\\b.*\\n?.*\\.$`, 'm'))
    for (const kind of Object.keys(faultKinds)) {
      expect(said).toMatch(new RegExp(`^  ${kind}(=[A-Z]+)?\\s+It .*\\.$`, 'm'))
    }
  })

  it('prints links to confirm an address on stderr', async () => {
    const child = run('--users', '0')
    const { url, tokens } = await ready(child)
    const body = new URLSearchParams({ email: 'new@example.org' })
    const headers = { 'private-token': tokens.user }
    await fetch(`${url}/api/v4/user/emails`, { method: 'POST', headers, body })
    for await (const line of createInterface(child.stderr)) {
      const [, link] = /^confirm: (\S+)$/.exec(line)!
      expect(await (await fetch(link!)).text()).toBe('new@example.org is confirmed.\n')
      break
    }
  })

  it('goes on when nobody reads what it prints any more', async () => {
    const child = run('--users', '0')
    const { url, tokens } = await ready(child)
    child.stdout.destroy()
    child.stderr.destroy()
    const headers = { 'private-token': tokens.user }
    for (let nth = 0; nth < 5; nth += 1) {
      const body = new URLSearchParams({ email: `new${nth}@example.org` })
      const answer = await fetch(`${url}/api/v4/user/emails`, { method: 'POST', headers, body })
      expect(answer.status).toBe(201)
    }
    expect((await fetch(`${url}/api/v4/user`, { headers })).status).toBe(200)
  })

  it('lets things go wrong, and limits requests, when told to', async () => {
    const faults = ['--fault', 'GET /user 1 status=503', '--fault', 'GET /user 2 html']
    const { url, tokens } = await ready(run('--users', '0', '--rate-limits', ...faults))
    const ask = (path: string) => fetch(url + path, { headers: { 'private-token': tokens.admin } })
    expect((await ask('/api/v4/user')).status).toBe(503)
    expect((await ask('/api/v4/user')).headers.get('content-type')).toContain('text/html')
    for (let left = 100; left > 0; left--) await ask('/api/v4/users/1/followers')
    expect((await ask('/api/v4/users/1/followers')).status).toBe(429)
  })

  it('is of an edition and a version, and deletes as fast as it is told', async () => {
    const flags = ['--users', '0', '--edition', 'ce', '--version', '17', '--deletion-seconds', '0']
    const { url, tokens } = await ready(run(...flags))
    const headers = { 'private-token': tokens.admin }
    const ask = (path: string, init = {}) => fetch(`${url}/api/v4${path}`, { headers, ...init })
    const maya = (await (await ask('/users/2')).json()) as object
    expect(maya).not.toHaveProperty('is_auditor')
    expect(maya).toHaveProperty('skype')
    await ask('/users/2?hard_delete=true', { method: 'DELETE' })
    expect((await ask('/users/2')).status).toBe(404)
  })

  it('loses nothing that was answered when it is killed', async () => {
    const first = run('--users', '0', '--data', folder)
    const { url, tokens } = await ready(first)
    await fetch(`${url}/api/v4/user/status`, {
      method: 'PUT',
      headers: { 'private-token': tokens.user },
      body: new URLSearchParams({ message: 'Still here' }),
    })
    first.kill('SIGKILL')
    await once(first, 'exit')

    const second = await ready(run('--data', folder))
    expect(second.tokens).toEqual(tokens)
    const response = await fetch(`${second.url}/api/v4/users/2/status`)
    expect(await response.json()).toMatchObject({ message: 'Still here' })
  })

  it.each([
    [['--port', 'http'], '--port is http'],
    [['--users', '-1'], '--users'],
    [['--flavour', 'vanilla'], '--flavour is vanilla'],
    [['--edition', 'ultimate'], '--edition is ultimate'],
    [['--version', '12'], '--version is 12'],
    [['--deletion-seconds', 'soon'], '--deletion-seconds is soon'],
    [['--colour', 'red'], '--colour'],
    [['--fault', 'PUT /user'], 'The fault "PUT /user" is not of the form'],
    [['--fault', 'PUT /user 1 explode'], 'There is no fault of the kind explode.'],
  ])('refuses %j with a sentence', async (flags, sentence) => {
    const child = run(...flags)
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(said).toContain(sentence)
    expect(said).not.toContain('    at ')
  })
})
