import { setTimeout as delay } from 'node:timers/promises'
import { createRandom, type Random } from '../../src/sandbox/seed/random.ts'
import { makeSshKey } from '../../src/sandbox/testing/keys.ts'
import type { DirectoryEntry } from '../../src/shared/operations/directory.ts'
import type { LocalSshKeyRow } from '../../src/shared/operations/local-keys.ts'
import type { SshKey } from '../../src/shared/gitlab/ssh-keys.ts'
import type { SoakHost } from './host.ts'

/** A simulated user of one account, who runs an operation now and then until stopped. */
export interface Worker {
  /** Successful and failed calls by operation. */
  done: Map<string, number>
  failed: Map<string, number>
  /** Pauses after the current job until `over` settles. Resolves when no calls are pending. */
  rest(over: Promise<unknown>): Promise<void>
  stop(): Promise<void>
}

const keyTitle = 'Soak'
const words = ['ada', 'ben', 'tide', 'lee', '7', 'zo', 'mar', 'a']

/** Starts a simulated user. Administrators also manage users. */
export function startWorker(
  host: SoakHost,
  account: string,
  { isAdmin, pauseMs }: { isAdmin: boolean; pauseMs: () => number },
): Worker {
  const random = createRandom(`soak ${account}`)
  const done = new Map<string, number>()
  const failed = new Map<string, number>()
  const count = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1)

  /** Returns Latchkey’s response; undefined if the call failed, as it occasionally does because of injected faults. */
  async function call<Value>(name: string, input: object = {}): Promise<Value | undefined> {
    const envelope = await host.call(name, input, account)
    count(envelope.ok ? done : failed, name)
    return envelope.ok ? (envelope.value as Value) : undefined
  }

  const jobs = [...ownJobs(call, random), ...(isAdmin ? adminJobs(call, random) : [])]
  let isStopped = false
  let resting: Promise<unknown> | undefined
  let job: Promise<unknown> | undefined
  const working = work()
  async function work(): Promise<void> {
    while (!isStopped) {
      await resting
      job = random.pick(jobs)()
      await job
      await delay(pauseMs())
    }
  }
  return {
    done,
    failed,
    async rest(over) {
      resting = over
      await job
    },
    async stop() {
      isStopped = true
      await working
    },
  }
}

type Call = <Value>(name: string, input?: object) => Promise<Value | undefined>

function ownJobs(call: Call, random: Random) {
  const key = makeSshKey()
  return [
    () => call('user.get'),
    () => call('ownStatus.get'),
    () => call('emails.list'),
    () => call('gpgKeys.list'),
    () => call('preferences.get'),
    () => call('following.list', { id: 1 }),
    () => call('attention.get'),
    () => call('localSshKeys.scan'),
    () =>
      call('ownStatus.set', {
        emoji: random.pick(['coffee', 'palm_tree', '']),
        message: `Status ${random.below(1_000_000)}`,
        busy: random.chance(0.5),
        clear: '30_minutes',
      }),
    async () => {
      const { items: keys = [] } = (await call<{ items: SshKey[] }>('sshKeys.list')) ?? {}
      const own = keys.find(({ title }) => title === keyTitle)
      if (own) return call('sshKeys.remove', { key_id: own.id })
      const files = [{ name: 'soak.pub', text: key }]
      const [row] = (await call<LocalSshKeyRow[]>('localSshKeys.read', { files })) ?? []
      if (row?.kind !== 'key') return
      const { localKeyId } = row
      return call('localSshKeys.import', { keys: [{ localKeyId, title: keyTitle }] })
    },
  ]
}

function adminJobs(call: Call, random: Random) {
  const search = () =>
    call<{ items: DirectoryEntry[] }>('directory.search', {
      filter: { search: random.pick(words), humans: true, admins: false },
      limit: 50,
    })
  async function pickUser(): Promise<DirectoryEntry | undefined> {
    const { items = [] } = (await search()) ?? {}
    return items.length === 0 ? undefined : random.pick(items)
  }
  return [
    search,
    () => call('directory.count', { filters: [{ blocked: true }, { inactive_days: 90 }] }),
    () => call('auditLog.list', { offset: random.below(100) }),
    () => call('queue.list', { offset: 0 }),
    () => call('attention.administration'),
    async () => {
      const user = await pickUser()
      if (user) await call('users.get', { id: user.id })
      if (user) await call('sshKeys.listOf', { id_or_username: user.id })
    },
    async () => {
      const user = await pickUser()
      if (!user || user.pending) return
      const { id, username, name, state } = user
      const action = state === 'blocked' ? 'unblock' : 'block'
      await call('queue.enqueue', { action, id, seen: { username, name, state } })
      if (random.chance(0.5)) await call('queue.sendAllNow')
    },
    async () => {
      if (random.chance(0.1)) await call('directory.read', { allUsers: true })
    },
  ]
}
