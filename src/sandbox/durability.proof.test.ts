import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from './seed/random.ts'
import { isFull } from '../core/testing/proof.ts'

// Kills the process with SIGKILL at random moments during writes, then checks that all acknowledged writes are
// stored and the file isn't corrupt.

const kills = isFull ? 200 : 2
const writersAtOnce = 4
const folder = mkdtempSync(join(tmpdir(), 'latchkey-durability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface SandboxProcess {
  child: ChildProcess
  url: string
  token: string
}

async function start(): Promise<SandboxProcess> {
  const flags = ['--data', folder, '--users', '40', '--seed', '7', '--flavor', 'gitlab']
  const child = spawn(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...flags])
  let text = ''
  child.stderr.resume()
  while (!text.includes('\n')) {
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    text += chunk.toString()
  }
  const { url, tokens } = JSON.parse(text.slice(0, text.indexOf('\n')))
  return { child, url, token: tokens.user }
}

/** Adds emails until the connection breaks, and records which ones were acknowledged. */
async function write({ url, token }: SandboxProcess, name: string, acknowledged: string[]) {
  for (let number = 0; ; number += 1) {
    const email = `${name}-${number}@example.org`
    try {
      const answer = await fetch(`${url}/api/v4/user/emails`, {
        method: 'POST',
        headers: { 'private-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      if (answer.status !== 201) throw new Error(`status ${answer.status}`)
      acknowledged.push(email)
    } catch {
      return
    }
  }
}

function lost(acknowledged: readonly string[]): string[] {
  const db = new DatabaseSync(join(folder, 'sandbox.db'))
  try {
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const find = db.prepare('SELECT 1 FROM emails WHERE email = ?')
    return acknowledged.filter((email) => !find.get(email))
  } finally {
    db.close()
  }
}

describe('the sandbox', () => {
  it(`keeps every acknowledged write through ${kills} kills`, async () => {
    const random = createRandom('durability')
    const began = performance.now()
    let total = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const running = await start()
      const acknowledged: string[] = []
      const writers = Array.from({ length: writersAtOnce }, (_, writer) =>
        write(running, `kill-${kill}-writer-${writer}`, acknowledged),
      )
      // Counts responses instead of time, so machine speed doesn't matter. Sometimes kills before the first response.
      const answers = random.chance(0.9) ? 1 + random.below(40) : 0
      await vi.waitUntil(() => acknowledged.length >= answers, { interval: 1 })
      await delay(random.below(10))
      running.child.kill('SIGKILL')
      await once(running.child, 'exit')
      await Promise.all(writers)
      expect(lost(acknowledged)).toEqual([])
      total += acknowledged.length
    }
    expect(total).toBeGreaterThan(kills)
    const seconds = Math.round((performance.now() - began) / 1000)
    console.log(
      `\nproof: sandbox, kill -9: ${kills} kills, ${total} acknowledged writes, 0 lost, integrity ok (${seconds} s)`,
    )
  })
})
