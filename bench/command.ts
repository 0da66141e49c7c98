// node bench/command.ts: how long a command takes that the running browser host answers, compared with Node that does nothing.
// The two take turns. Requires `npm run build`.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startProgram } from '../e2e/support/process.ts'
import { connectionFiles } from '../src/core/command-line/connection.ts'
import { existsPrivately } from '../src/core/command-line/private-files.ts'
import { enter, postJson } from '../src/serve/testing/test-page.ts'
import { median } from './lib/numbers.ts'
import { report } from './lib/result.ts'

const rounds = Number(process.env.LATCHKEY_BENCH_ROUNDS ?? 15)
const work = mkdtempSync(join(tmpdir(), 'latchkey-bench-'))
const data = join(work, 'data')
// Turns off Node’s compile cache, because the host has its own.
const env = { ...process.env, NODE_COMPILE_CACHE: '', XDG_CACHE_HOME: join(work, 'caches') }
const host = startProgram('out/main/serve.js', ['--demo', '--no-open', '--data', data], env)

try {
  const [, url] = await host.waitForOutput(/running at (\S+)\s/i)
  const call = { name: 'settings.set', input: { commandLine: true } }
  await postJson(`${new URL(url!).origin}/invoke`, call, await enter(url!))
  while (!existsPrivately(connectionFiles(data).socket, 'socket')) await delay(50)
  const times = { floor: [] as number[], latchkey: [] as number[] }
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    const floor = measure(['-e', '0'])
    const latchkey = measure(['out/main/serve.js', 'accounts', '--data', data])
    if (round === 0) continue
    times.floor.push(floor)
    times.latchkey.push(latchkey)
  }
  report('command', {
    what: '`latchkey accounts`, answered by the running host',
    value: median(times.latchkey),
    unit: 'ms',
    baseline: { name: 'bare Node', value: median(times.floor) },
    atMost: 2.2,
  })
} finally {
  await host.stop()
  rmSync(work, { recursive: true, force: true })
}

/** How long (ms) a Node process takes. */
function measure(args: string[]): number {
  const began = performance.now()
  execFileSync(process.execPath, args, { env })
  return performance.now() - began
}
