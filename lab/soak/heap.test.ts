import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readHeap } from './heap.ts'

/** A program that runs the code it reads, and reports when it is done. */
const program = `
  const kept = []
  process.stdin.setEncoding('utf8').on('data', (text) => {
    eval(text)
    console.log('done')
  })`
/** These flags make V8 compile a function on its first call and retain the code. */
const flags = ['--always-sparkplug', '--no-flush-bytecode', '--inspect=127.0.0.1:0']

let child: ChildProcessByStdio<Writable, Readable, Readable>
let debuggerUrl: string
beforeEach(async () => {
  child = spawn(process.execPath, [...flags, '-e', program], { stdio: 'pipe' })
  let output = ''
  for await (const text of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    const [, url] = /listening on (ws:\S+)/.exec((output += String(text))) ?? []
    if (url) return void (debuggerUrl = url)
  }
})
afterEach(() => void child.kill())

/** Measures how much the heap grows (in MiB) while the program runs some code. */
async function growth(text: string): Promise<{ data: number; code: number }> {
  const before = await readHeap(debuggerUrl)
  child.stdin.write(text)
  await once(child.stdout, 'data')
  const after = await readHeap(debuggerUrl)
  const code = after.code - before.code
  return { code, data: after.whole - before.whole - code }
}

describe('readHeap', () => {
  it('counts retained data', async () => {
    const { data, code } = await growth(
      'for (let at = 0; at < 50_000; at += 1) kept.push({ at, text: "t" + at, list: [at] })',
    )
    expect(data).toBeGreaterThan(3)
    expect(code).toBeLessThan(0.5)
  })

  it('counts buffers as data', async () => {
    const { data, code } = await growth('kept.push(new ArrayBuffer(4 * 2 ** 20))')
    expect(data).toBeGreaterThan(3.5)
    expect(code).toBeLessThan(0.5)
  })

  it('counts compiled code separately', async () => {
    const { data, code } = await growth(`
      const body = 'a = a * 3 + b % 7;'.repeat(100)
      for (let at = 0; at < 400; at += 1) {
        const made = new Function('a', 'b', body + 'return a + ' + at)
        made(1, 2)
        kept.push(made)
      }`)
    expect(code).toBeGreaterThan(3)
    expect(data).toBeLessThan(code)
  })

  it('excludes unreachable objects', async () => {
    const { data } = await growth('Array.from({ length: 50_000 }, (_, at) => ({ at, list: [at] }))')
    expect(data).toBeLessThan(0.5)
  })
})
