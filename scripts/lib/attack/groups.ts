import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { AnswerAttack } from './answer-attack.ts'
import { hostileAnswers } from './answers.ts'
import { type DataAttack, dataAttacks } from './data-files.ts'
import { hostileGpgKeys } from './gpg-texts.ts'
import { type AttackedHost, startHost } from './host.ts'
import { type Finding, type Secrets, judge, findSecret } from './judge.ts'
import type { AttackTarget } from './request-attack.ts'
import { hostileRequests } from './requests.ts'
import { startScriptedService } from './service.ts'
import { changeFiles, makeHostileSsh } from './ssh-files.ts'
import { type Outcome, runConcurrently, sample, watchHost } from './watch.ts'
import { send } from './wire.ts'

/** Where everything happens; removed by the caller. */
export interface AttackOptions {
  root: string
  /** About how many attacks of each group; all unless told. */
  count?: number | undefined
}

interface StartedHost {
  host: AttackedHost
  home: string
  data: string
}

async function startInHome(options: AttackOptions): Promise<StartedHost> {
  const home = mkdtempSync(join(options.root, 'home-'))
  const data = join(home, 'data')
  const host = await startHost({ home, data })
  if ('code' in host) throw new Error(`The host did not start: ${host.output}`)
  return { host, home, data }
}

/** Sends hostile requests to whatever listens there; what got in. */
export async function sendRequests(
  known: AttackTarget,
  secrets: Secrets,
  count?: number,
): Promise<{ attacks: number; findings: Finding[] }> {
  const attacks = sample(hostileRequests(known), count)
  const findings: Finding[] = []
  await runConcurrently(attacks, 12, async ({ name, bytes, allowed, slowMs = 0 }) => {
    // What does not come to its end is left alone after a while; large inputs take their time.
    const { text, milliseconds } = await send(
      known.port,
      bytes,
      allowed === 'failure' ? 20_000 : 3_000,
    )
    const problem = judge(text, allowed, secrets)
    if (problem) findings.push({ attack: name, what: problem })
    else if (milliseconds < slowMs) {
      findings.push({ attack: name, what: `it was refused after ${milliseconds.toFixed(0)} ms` })
    }
  })
  return { attacks: attacks.length, findings }
}

/** Requests to the host of somebody who is signed in. */
export async function attackByRequests(options: AttackOptions): Promise<Outcome> {
  const { host, home, data } = await startInHome(options)
  const other = await startInHome(options)
  const service = await startScriptedService()
  try {
    const token = 'glpat-of-the-owner-of-this-host'
    const account = await host.signIn(service.url, token)
    const secrets: Secrets = new Map([
      [token, 'the token of an account'],
      [host.tab, 'the secret of a tab'],
      ...machineSecrets(),
    ])
    const { port, tab, usedKey } = host
    const known = { port, tab, usedKey, otherTab: other.host.tab, account }
    const outcome = await watchHost(host, 'requests', () =>
      sendRequests(known, secrets, options.count),
    )
    return {
      ...outcome,
      findings: [...outcome.findings, ...findLeakedSecrets(home, data, host, secrets)],
    }
  } finally {
    await Promise.all([host.stop(), other.host.stop(), service.stop()])
  }
}

/** Answers of instances to somebody who is signed in to each of them. */
export async function attackByAnswers(options: AttackOptions): Promise<Outcome> {
  const { host, home, data } = await startInHome(options)
  const elsewhere = await startScriptedService()
  const isQuick = options.count !== undefined
  const attacks = sample(
    hostileAnswers.filter(({ isSlow }) => !isSlow || !isQuick),
    options.count,
  )
  const secrets: Secrets = new Map()
  try {
    const outcome = await watchHost(host, 'answers', async () => {
      const findings: Finding[] = []
      await runConcurrently([...attacks.entries()], 10, async ([nth, attack]) => {
        const token = `glpat-number-${nth}-${attack.name.length}-of-an-account`
        secrets.set(token, `the token of “${attack.name}”`)
        const what = await attackByAnswer(host, attack, token, elsewhere.url)
        if (what) findings.push({ attack: attack.name, what })
      })
      return { attacks: attacks.length, findings }
    })
    const sent = findSecret(elsewhere.received(), secrets)
    if (sent) outcome.findings.push({ attack: 'answers', what: `another host was sent ${sent}` })
    return {
      ...outcome,
      findings: [...outcome.findings, ...findLeakedSecrets(home, data, host, secrets)],
    }
  } finally {
    await Promise.all([host.stop(), elsewhere.stop()])
  }
}

async function attackByAnswer(
  host: AttackedHost,
  { name, calls = [{ name: 'user.get' }], mustFail, answer }: AnswerAttack,
  token: string,
  elsewhere: string,
): Promise<string | undefined> {
  const needsAdmin = calls.some((call) => call.name === 'users.list')
  const service = await startScriptedService({ isAdmin: needsAdmin })
  try {
    const account = await host.signIn(service.url, token)
    service.become(answer({ token, elsewhere }))
    const allowed = mustFail ? 'failure' : 'harmless'
    const secrets: Secrets = new Map([[token, `the token of “${name}”`]])
    let text = ''
    for (const call of calls) text += await host.call(call.name, call.input, account)
    if (text === '') return 'the page got no answer'
    return judge(text, allowed, secrets)
  } finally {
    await service.stop()
  }
}

/** Files in `.ssh`, and keys that are dropped. */
export async function attackByKeys(options: AttackOptions): Promise<Outcome> {
  const { host, home, data } = await startInHome(options)
  const { names, privateLines, found } = makeHostileSsh(home)
  const secrets: Secrets = new Map([
    ...privateLines.map((line) => [line, 'a private key'] as const),
    ...machineSecrets(),
  ])
  const endChanges = changeFiles(home)
  try {
    const outcome = await watchHost(host, 'keys', async () => {
      const findings: Finding[] = []
      const times = options.count === undefined ? 5 : 1
      for (let time = 0; time < times; time += 1) {
        const scanned = await host.call('localSshKeys.scan', {}, undefined, 20_000)
        const problem = judge(scanned, 'harmless', secrets)
        if (problem) findings.push({ attack: 'looking through ~/.ssh', what: problem })
        if (!scanned.includes(found)) {
          findings.push({
            attack: 'looking through ~/.ssh',
            what: `the good key is missing: ${scanned.slice(0, 300)}`,
          })
        }
      }
      const keys = Object.entries(hostileGpgKeys())
      for (const [name, bytes] of keys) {
        const file = { name: 'key.gpg', base64: bytes.toString('base64') }
        const read = await host.call('localGpgKeys.read', { files: [file] }, undefined, 20_000)
        const problem = judge(read, 'harmless', secrets)
        if (problem ?? !read.includes('"ok"'))
          findings.push({
            attack: name,
            what: problem ?? `it was answered with ${read.slice(0, 200)}`,
          })
      }
      return { attacks: names.length + keys.length, findings }
    })
    return {
      ...outcome,
      findings: [...outcome.findings, ...findLeakedSecrets('', data, host, secrets)],
    }
  } finally {
    endChanges()
    await host.stop()
  }
}

/** Data folders that were changed while Latchkey did not run. */
export async function attackByData(options: AttackOptions): Promise<Outcome> {
  const attacks = sample(dataAttacks, options.count)
  const outcome: Outcome = {
    group: 'data folder',
    attacks: attacks.length,
    findings: [],
    memory: 0,
    slowestMs: 0,
  }
  const used = await createUsedFolder(options)
  await runConcurrently(attacks, 3, async (attack) => {
    const { memory, slowestMs, what } = await startOnDamagedFolder(options, used, attack)
    outcome.memory = Math.max(outcome.memory, memory)
    outcome.slowestMs = Math.max(outcome.slowestMs, slowestMs)
    if (what) outcome.findings.push({ attack: attack.name, what })
  })
  return outcome
}

const outsideText = 'precious words that nobody else may have'

/** The data folder of somebody who has signed in and set something. */
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
  used: string,
  attack: DataAttack,
): Promise<{ memory: number; slowestMs: number; what?: string | undefined }> {
  const home = mkdtempSync(join(options.root, 'spoilt-'))
  const [data, outside] = [join(home, 'data'), join(home, 'outside')]
  cpSync(used, data, { recursive: true })
  mkdirSync(outside)
  const others = [join(outside, 'precious.txt'), join(outside, 'public.txt')]
  for (const path of others) writeFileSync(path, outsideText)
  chmodSync(others[0]!, 0o600)
  const stateOf = () => others.map((path) => readFileSync(path, 'latin1') + statSync(path).mode)
  const before = stateOf().join()
  attack.damage(data, outside)
  const secrets: Secrets = new Map([
    [outsideText, 'what is in a file of somebody'],
    ...machineSecrets(),
  ])
  const startedAt = performance.now()
  const host = await startHost({ home, data })
  const slowestMs = performance.now() - startedAt
  if ('code' in host)
    return { memory: 0, slowestMs, what: startErrorProblem(host.output, host.code, secrets) }
  try {
    let what: string | undefined
    for (const [name, input] of [
      ['accounts.list', {}],
      ['settings.get', {}],
      ['device.paths', {}],
      ['diagnostics.get', {}],
      ['settings.set', { theme: 'light' }],
    ] as const) {
      const answer = await host.call(name, input, undefined, 10_000)
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

function startErrorProblem(
  said: string,
  code: number | null,
  secrets: Secrets,
): string | undefined {
  if (code !== 1) return `it ended with ${code}: ${said.slice(0, 400)}`
  if (/^\s+at /m.test(said)) return `it ended with a stack: ${said.slice(0, 400)}`
  const leaked = findSecret(said, secrets)
  return leaked && `it said ${leaked}`
}

/** Lines of files that only this machine's owner may read, and of files that no page needs. */
function machineSecrets(): [string, string][] {
  const package_ = '"devDependencies"'
  const lines: [string, string][] = [
    ['root:x:0:0:', 'the users of this machine'],
    [package_, 'a file of the project'],
    ['process.on("SIGTERM"', 'the program itself'],
  ]
  try {
    const [first] = readFileSync('/etc/shadow', 'utf8').split('\n')
    if (first) lines.push([first, 'the passwords of this machine'])
  } catch {
    // Who may not read it cannot lose it.
  }
  return lines
}

/** Secrets that are in what the host printed, or in a file of the home folder or the data folder. */
function findLeakedSecrets(
  home: string,
  data: string,
  host: AttackedHost,
  secrets: Secrets,
): Finding[] {
  const findings: Finding[] = []
  const search = (attack: string, text: string) => {
    const leaked = findSecret(text, secrets)
    if (leaked) findings.push({ attack, what: `it holds ${leaked}` })
  }
  search('what was printed', host.output())
  for (const folder of home === '' ? [data] : [home, data]) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile()) search(path, readFileSync(path, 'latin1'))
    }
  }
  return findings
}
