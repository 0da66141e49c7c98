import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type DataAttack, dataAttacks } from './data-files.ts'
import { type FailedStart, startHost } from './host.ts'
import { type Secrets, findSecret, judge } from './judge.ts'
import { startScriptedService } from './service.ts'
import { type AttackOptions, machineSecrets, startInHome } from './setup.ts'
import { type Outcome, runConcurrently, sample } from './watch.ts'

/** Starts Latchkey with data folders that were modified while it wasn’t running. */
export async function attackWithDataFolders(options: AttackOptions): Promise<Outcome> {
  const attacks = sample(dataAttacks, options.count)
  const outcome: Outcome = {
    group: 'data folder',
    attacks: attacks.length,
    findings: [],
    memory: 0,
    slowestMs: 0,
  }
  const usedFolder = await createUsedFolder(options)
  await runConcurrently(attacks, 3, async (attack) => {
    const { memory, slowestMs, what } = await startOnDamagedFolder(options, usedFolder, attack)
    outcome.memory = Math.max(outcome.memory, memory)
    outcome.slowestMs = Math.max(outcome.slowestMs, slowestMs)
    if (what) outcome.findings.push({ attack: attack.name, what })
  })
  return outcome
}

const outsideContent = 'precious words that nobody else may have'

/** Creates the data folder of a user who has signed in and changed a setting. */
async function createUsedFolder(options: AttackOptions): Promise<string> {
  const { host, data } = await startInHome(options)
  const service = await startScriptedService()
  try {
    await host.signIn(service.url, 'glpat-of-a-data-folder')
    await host.call('settings.set', { theme: 'dark' })
    return data
  } finally {
    await Promise.all([host.stop(), service.stop()])
  }
}

async function startOnDamagedFolder(
  options: AttackOptions,
  usedFolder: string,
  attack: DataAttack,
): Promise<{ memory: number; slowestMs: number; what?: string | undefined }> {
  const home = mkdtempSync(join(options.root, 'spoilt-'))
  const [data, outside] = [join(home, 'data'), join(home, 'outside')]
  cpSync(usedFolder, data, { recursive: true })
  mkdirSync(outside)
  const others = [join(outside, 'precious.txt'), join(outside, 'public.txt')]
  for (const path of others) writeFileSync(path, outsideContent)
  chmodSync(others[0]!, 0o600)
  const stateOf = () => others.map((path) => readFileSync(path, 'latin1') + statSync(path).mode)
  const before = stateOf().join()
  attack.damage(data, outside)
  const secrets: Secrets = new Map([
    [outsideContent, 'what is in a file of somebody'],
    ...machineSecrets(),
  ])
  const startedAt = performance.now()
  const host = await startHost({ home, data })
  const slowestMs = performance.now() - startedAt
  if ('end' in host) return { memory: 0, slowestMs, what: startErrorProblem(host, secrets) }
  try {
    let what: string | undefined
    for (const [name, input] of [
      ['accounts.list', {}],
      ['settings.get', {}],
      ['device.paths', {}],
      ['diagnostics.get', {}],
      ['settings.set', { theme: 'light' }],
    ] as const) {
      const answer = await host.call(name, input)
      what ??= answer === '' ? `${name} got no answer` : judge(answer, 'harmless', secrets)
    }
    what ??= findSecret(host.output(), secrets)
    if (!host.isRunning()) what ??= `the host ended: ${host.output()}`
    if (stateOf().join() !== before) what ??= 'a file outside of the data folder was changed'
    return { memory: host.memory(), slowestMs, what }
  } finally {
    await host.stop()
  }
}

function startErrorProblem({ output, end }: FailedStart, secrets: Secrets): string | undefined {
  if (end !== 1) return `it ended with ${end}: ${output.slice(0, 400)}`
  if (/^\s+at /m.test(output)) return `it ended with a stack: ${output.slice(0, 400)}`
  const leaked = findSecret(output, secrets)
  return leaked && `it said ${leaked}`
}
