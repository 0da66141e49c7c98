import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { Account } from '../shared/operations/accounts.ts'
import type { IdentityChoices, ShownPlan } from '../shared/operations/identities.ts'
import type { LocalSshKeyRow } from '../shared/operations/local-keys.ts'
import type { AppliedChanges, SetupChange, UndoneChange } from '../shared/operations/setup.ts'
import { checks } from '../shared/rules/setup-checks.ts'
import { testFolder } from '../core/testing/folder.ts'
import { type HostProcess, startHost } from './testing/start-host.ts'

/** Some containers forbid tracing. */
const canTrace = spawnSync('strace', ['-D', '-o', '/dev/null', 'true']).status === 0

let host: HostProcess | undefined
afterEach(async () => {
  host?.child.kill('SIGKILL')
  await host?.ended
})

const config = '[user]\n\tname = Somebody\n\temail = somebody@example.org\n'

/** A home folder with a key and a configuration, and the path of an agent's socket. */
function ownHome(folder: string): { home: string; socket: string } {
  const home = join(folder, 'own')
  const agent = join(folder, 'agent')
  mkdirSync(join(home, '.ssh'), { recursive: true, mode: 0o700 })
  mkdirSync(agent)
  writeFileSync(join(home, '.gitconfig'), config)
  const key = join(home, '.ssh', 'id_ed25519')
  spawnSync('ssh-keygen', ['-q', '-N', '', '-t', 'ed25519', '-C', 'own', '-f', key])
  return { home, socket: join(agent, 'socket') }
}

/** Whether a system call changes a file outside of these folders. Relative paths are in test repositories. */
function writes(call: string, folders: readonly string[]): boolean {
  const isChange =
    /\b(O_WRONLY|O_RDWR|O_CREAT)\b|\b(mkdir|rename|unlink|link|symlink|chmod)\w*\(/.test(call)
  const paths = [...call.matchAll(/"(\/[^"]*)"/g)].map(([, path]) => path!)
  const allowed = [...folders, '/dev']
  return isChange && paths.some((path) => !allowed.some((one) => path.startsWith(`${one}/`)))
}

describe.runIf(process.platform === 'linux')('demo', () => {
  it.skipIf(!canTrace)("uses a simulated home folder and never touches the user's", async () => {
    const folder = testFolder()
    const { home, socket } = ownHome(folder)
    const data = join(folder, 'data')
    const before = readdirSync(home, { recursive: true }).toSorted()
    const trace = join(folder, 'trace')
    host = startHost(data, { env: { HOME: home, SSH_AUTH_SOCK: socket, GNUPGHOME: '' }, trace })
    await host.address()
    writeFileSync(trace, '')

    await tour(host)

    host.child.kill('SIGKILL')
    await host.ended
    const calls = readFileSync(trace, 'utf8').split('\n')
    // The trace includes child processes.
    expect(calls.some((call) => call.includes(join(data, 'demo/home/.gitconfig')))).toBe(true)
    const userHome = userInfo().homedir
    const forbidden = [
      `"${home}/`,
      `"${socket}"`,
      ...['.ssh', '.gnupg', '.gitconfig', '.config/git'].map((name) => `"${join(userHome, name)}`),
    ]
    expect(calls.filter((call) => forbidden.some((part) => call.includes(part)))).toEqual([])
    expect(calls.some((call) => writes(call, []))).toBe(true)
    expect(calls.filter((call) => writes(call, [data, tmpdir(), '/tmp']))).toEqual([])
    expect(readFileSync(join(home, '.gitconfig'), 'utf8')).toBe(config)
    expect(readdirSync(home, { recursive: true }).toSorted()).toEqual(before)
  })
})

/** All operations of the demo's key and setup screens. */
async function tour(running: HostProcess): Promise<void> {
  const { id } = await running.value<Account>('demo.start', { as: 'user' })
  const call = <T>(name: string, input: unknown = {}) => running.value<T>(name, input, id)
  const rows = await call<LocalSshKeyRow[]>('localSshKeys.scan')
  const keys = rows.filter((row) => row.kind === 'key')
  expect(keys.length).toBeGreaterThan(0)
  await call('localGpgKeys.scan')
  await call('localSshKeys.list')
  await call('localSshKeys.import', { keys: keys.map(({ localKeyId }) => ({ localKeyId })) })
  for (const check of checks) await call('setup.check', { check, run: 1 })
  const plan = await call<SetupChange[]>('setup.plan', { run: 1 })
  await call('setup.apply', { run: 1, changes: plan.map((change) => change.id) })
  const { name, emails } = await call<IdentityChoices>('identities.choices')
  const identity = { scope: 'folders', folders: ['~/work'], name, email: emails[0], signs: false }
  const plannedIdentity = await call<ShownPlan>('identities.planSave', identity)
  await call('identities.apply', { plan: plannedIdentity.plan })
  await call('identities.list')
  await call('repositories.identityTable')
  await call('identities.planServer', { host: 'ssh.example.com', port: 22 })
  const [applied] = await call<AppliedChanges[]>('setup.history')
  const undone = await call<UndoneChange[]>('setup.planUndo', { id: applied!.id })
  await call('setup.undo', { id: applied!.id, steps: undone.map(({ step }) => step) })
}
