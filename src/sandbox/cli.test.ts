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

describe('sandbox command line', () => {
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
    throw new Error('The sandbox exited without output.')
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'prints one line of JSON and exits cleanly on %s',
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

  it('prints every flag and every fault in --help', async () => {
    const child = run('--help')
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect(code).toBe(0)
    for (const flag of flagNames)
      expect(output).toMatch(new RegExp(`^  --${flag}\\b.*\\n?.*\\.$`, 'm'))
    for (const kind of Object.keys(faultKinds)) {
      expect(output).toMatch(new RegExp(`^  ${kind}(=[A-Z]+)?\\s+[A-Z].*\\.$`, 'm'))
    }
  })

  it('prints confirmation links on stderr', async () => {
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

  it('keeps running when its stdout is closed', async () => {
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

  it('applies its flags to the sandbox', async () => {
    const { url, tokens } = await ready(
      run(
        ...['--users', '0', '--edition', 'ce', '--version', '17', '--deletion-seconds', '0'],
        ...['--time', '2028-02-29T12:00:00+01:00', '--rate-limits'],
        ...['--fault', 'GET /user 1 status=503', '--fault', 'GET /user 2 html'],
      ),
    )
    const headers = { 'private-token': tokens.admin }
    const ask = (path: string, init = {}) => fetch(`${url}/api/v4${path}`, { headers, ...init })
    expect((await ask('/user')).status).toBe(503)
    expect((await ask('/user')).headers.get('content-type')).toContain('text/html')
    const maya = (await (await ask('/users/2')).json()) as object
    expect(maya).not.toHaveProperty('is_auditor')
    expect(maya).toHaveProperty('skype')
    await ask('/users/2?hard_delete=true', { method: 'DELETE' })
    expect((await ask('/users/2')).status).toBe(404)
    const body = new URLSearchParams({ emoji: 'dog', clear_status_after: '3_hours' })
    const status = await (await ask('/user/status', { method: 'PUT', body })).json()
    expect(status).toHaveProperty('clear_status_at', expect.stringMatching(/^2028-02-29T14:/))
    // Requests are counted per minute, and a slow machine may run into the next minute.
    const statuses = new Set<number>()
    while (!statuses.has(429)) statuses.add((await ask('/users/1/followers')).status)
    expect(statuses).toEqual(new Set([200, 429]))
  })

  it('keeps all acknowledged writes when killed', async () => {
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

  it('rejects an invalid flag with a readable message', async () => {
    const child = run('--port', 'http')
    const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect(code).toBe(1)
    expect(output).toMatch(/^--port is http, .*\n$/)
  })
})
