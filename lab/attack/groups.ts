import type { ResponseAttack } from './answer-attack.ts'
import { hostileResponses } from './answers.ts'
import { hostileGpgKeys } from './gpg-texts.ts'
import type { AttackedHost } from './host.ts'
import { type Finding, type Secrets, findSecret, judge } from './judge.ts'
import type { AttackTarget } from './request-attack.ts'
import { hostileRequests } from './requests.ts'
import { startScriptedService } from './service.ts'
import { type AttackOptions, findLeakedSecrets, machineSecrets, startInHome } from './setup.ts'
import { changeFiles, makeHostileSsh } from './ssh-files.ts'
import { type Outcome, runConcurrently, sample, watchHost } from './watch.ts'
import { send } from './wire.ts'

/** Whether a group runs all of its attacks. A full run doesn’t share the machine with other tests. */
const isFullRun = ({ count }: AttackOptions) => count === undefined

/** Sends hostile requests to the host on a port, and returns the successful attacks. */
export async function sendRequests(
  target: AttackTarget,
  secrets: Secrets,
  count?: number,
): Promise<{ attacks: number; findings: Finding[] }> {
  const attacks = sample(hostileRequests(target), count)
  const findings: Finding[] = []
  await runConcurrently(attacks, 12, async ({ name, bytes, allowed, slowMs = 0 }) => {
    // An unfinished request is abandoned after a timeout, but one that the host answers may take longer.
    const waitMs = allowed === 'failure' ? undefined : 3_000
    const { text, milliseconds } = await send(target.port, bytes, waitMs)
    const problem = judge(text, allowed, secrets)
    if (problem) findings.push({ attack: name, what: problem })
    else if (milliseconds < slowMs) {
      findings.push({ attack: name, what: `it was refused after ${milliseconds.toFixed(0)} ms` })
    }
  })
  return { attacks: attacks.length, findings }
}

/** Attacks a signed-in user’s host with requests. */
export async function attackWithRequests(options: AttackOptions): Promise<Outcome> {
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
    const target = { port, tab, usedKey, otherTab: other.host.tab, account }
    const outcome = await watchHost(host, 'requests', isFullRun(options), () =>
      sendRequests(target, secrets, options.count),
    )
    return {
      ...outcome,
      findings: [...outcome.findings, ...findLeakedSecrets(home, data, host, secrets)],
    }
  } finally {
    await Promise.all([host.stop(), other.host.stop(), service.stop()])
  }
}

/** Attacks a user with responses from the instances that the user is signed in to. */
export async function attackWithResponses(options: AttackOptions): Promise<Outcome> {
  const { host, home, data } = await startInHome(options)
  const otherService = await startScriptedService()
  const attacks = sample(
    hostileResponses.filter(({ isSlow }) => !isSlow || isFullRun(options)),
    options.count,
  )
  const secrets: Secrets = new Map()
  try {
    const outcome = await watchHost(host, 'answers', isFullRun(options), async () => {
      const findings: Finding[] = []
      await runConcurrently([...attacks.entries()], 10, async ([nth, attack]) => {
        const token = `glpat-number-${nth}-${attack.name.length}-of-an-account`
        secrets.set(token, `the token of “${attack.name}”`)
        const what = await attackWithResponse(host, attack, token, otherService.url)
        if (what) findings.push({ attack: attack.name, what })
      })
      return { attacks: attacks.length, findings }
    })
    const sent = findSecret(otherService.received(), secrets)
    if (sent) outcome.findings.push({ attack: 'answers', what: `another host was sent ${sent}` })
    return {
      ...outcome,
      findings: [...outcome.findings, ...findLeakedSecrets(home, data, host, secrets)],
    }
  } finally {
    await Promise.all([host.stop(), otherService.stop()])
  }
}

async function attackWithResponse(
  host: AttackedHost,
  { name, calls = [{ name: 'user.get' }], mustFail, answer }: ResponseAttack,
  token: string,
  otherService: string,
): Promise<string | undefined> {
  const needsAdmin = calls.some((call) => call.name === 'users.list')
  const service = await startScriptedService({ isAdmin: needsAdmin })
  try {
    const account = await host.signIn(service.url, token)
    service.respondWith(answer({ token, elsewhere: otherService }))
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

/** Attacks with files in `.ssh` and with dropped keys. */
export async function attackWithKeys(options: AttackOptions): Promise<Outcome> {
  const { host, home, data } = await startInHome(options)
  const { names, privateLines, goodKeyTitle } = makeHostileSsh(home)
  const secrets: Secrets = new Map([
    ...privateLines.map((line) => [line, 'a private key'] as const),
    ...machineSecrets(),
  ])
  const endChanges = changeFiles(home)
  try {
    const outcome = await watchHost(host, 'keys', isFullRun(options), async () => {
      const findings: Finding[] = []
      const times = isFullRun(options) ? 5 : 1
      for (let time = 0; time < times; time += 1) {
        const scanned = await host.call('localSshKeys.scan')
        const problem = judge(scanned, 'harmless', secrets)
        if (problem) findings.push({ attack: 'looking through ~/.ssh', what: problem })
        if (!scanned.includes(goodKeyTitle)) {
          findings.push({
            attack: 'looking through ~/.ssh',
            what: `the good key is missing: ${scanned.slice(0, 300)}`,
          })
        }
      }
      const keys = Object.entries(hostileGpgKeys())
      for (const [name, bytes] of keys) {
        const file = { name: 'key.gpg', base64: bytes.toString('base64') }
        const read = await host.call('localGpgKeys.read', { files: [file] })
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
