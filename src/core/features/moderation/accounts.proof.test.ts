import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createRandom } from '../../../sandbox/seed/random.ts'
import type { QueueSummary, QueuedAction } from '../../../shared/operations/queue.ts'
import type { ModerationAction } from '../../../shared/rules/moderation.ts'
import { type TestLatchkey, createTestLatchkey } from '../../testing/latchkey.ts'
import { type Proxy, startProxy } from './testing/proxy.ts'
import { type Service, startService } from './testing/harness.ts'
import { isFull } from '../../testing/proof.ts'

// Two instances with the same users and two administrators each. Accounts are switched, signed out, signed in again and
// disconnected; every write must carry the token of the account that queued it.

const rounds = Number(process.env.LATCHKEY_ROUNDS ?? (isFull ? 10_000 : 25))
const seed = 'accounts'
const users = 150
const hours = 4 * 60 * 60_000

interface Instance {
  service: Service
  proxy: Proxy
  isDown: boolean
  tokens: string[]
}

const instances: Instance[] = []
let latchkey: TestLatchkey
beforeAll(async () => {
  for (let nth = 0; nth < 2; nth += 1) {
    const service = await startService({ users: users + 60 })
    for (let userNumber = 0; userNumber < users; userNumber += 1)
      service.someone('active', userNumber)
    service.set(2, { admin: 1, state: 'active' })
    const { token } = await service.ask('POST', '/users/2/personal_access_tokens', {
      name: 'second',
      scopes: ['api', 'admin_mode'],
    })
    const proxy = await startProxy(service.url)
    instances.push({ service, proxy, isDown: false, tokens: [service.tokens.admin, String(token)] })
  }
  latchkey = createTestLatchkey()
})
afterAll(async () => {
  await latchkey.close()
  for (const { proxy, service } of instances) {
    await proxy.stop()
    await service.end()
  }
})

/** The accounts, signed in or not. */
interface Person {
  instance: Instance
  token: string
  account: string | undefined
}

const orderOf = ({ token }: { token: string }, action: string, target: number) =>
  `${token} ${action} ${target}`

describe('queue with several accounts', () => {
  it(
    `sends each action to its own instance as its own account in ${rounds} interleavings`,
    { timeout: hours },
    async () => {
      const random = createRandom(seed)
      const startedAt = performance.now()
      const allUsers: Person[] = []
      for (const instance of instances) {
        for (const token of instance.tokens) {
          const { id } = await latchkey.signIn(instance.proxy.url, token)
          allUsers.push({ instance, token, account: id })
        }
      }
      /** Actions queued on each instance, by token. */
      const queued = instances.map(() => new Map<string, number>())
      let count = 0

      const order = async (user: Person) => {
        const { account, instance } = user
        if (!account) return
        const id = users + 59 - random.below(users)
        const { username, name, state } = instance.service.user(id)!
        const action: ModerationAction =
          state === 'active' ? random.pick(['block', 'ban']) : reverseAction(state)
        const seen = { username, name, state }
        const answer = await latchkey.invoke('queue.enqueue', { action, id, seen }, account)
        if (!answer.ok) return
        count += 1
        const row = answer.value as QueuedAction
        const orders = queued[instances.indexOf(instance)]!
        const key = orderOf(user, row.action, id)
        orders.set(key, (orders.get(key) ?? 0) + 1)
        await latchkey.invoke('queue.sendNow', { ids: [row.id] }, account)
      }
      const signOutOrIn = async (user: Person) => {
        if (user.account) {
          await latchkey.value('accounts.signOut', { id: user.account })
          user.account = undefined
        } else if (!user.instance.isDown) {
          const { id } = await latchkey.signIn(user.instance.proxy.url, user.token)
          user.account = id
        }
      }
      const reconnect = async (instance: Instance) => {
        await (instance.isDown ? instance.proxy.up() : instance.proxy.down())
        instance.isDown = !instance.isDown
        for (const { account } of allUsers) {
          if (account) void latchkey.invoke('queue.summary', {}, account)
        }
      }
      for (let round = 0; round < rounds; round += 1) {
        const user = random.pick(allUsers)
        await order(user)
        // Makes sign-ins more likely than sign-outs.
        const other = random.pick(allUsers)
        if (random.chance(other.account ? 0.02 : 0.4)) await signOutOrIn(other)
        const instance = random.pick(instances)
        if (random.chance(instance.isDown ? 0.5 : 0.05)) await reconnect(instance)
        if (random.chance(0.1)) await latchkey.invoke('connectivity.tryNow', {}, user.account)
        if (random.chance(0.5)) await delay(random.below(10))
      }
      for (const instance of instances) if (instance.isDown) await reconnect(instance)
      for (const user of allUsers) if (!user.account) await signOutOrIn(user)
      await vi.waitUntil(
        async () => {
          const pendingCounts = await Promise.all(
            allUsers.map(async ({ account }) => {
              const { counts } = await latchkey.value<QueueSummary>('queue.summary', {}, account)
              const { items } = await latchkey.value<{ items: QueuedAction[] }>(
                'queue.list',
                { states: ['undoable', 'ready', 'unknown'] },
                account,
              )
              const ids = items.map(({ id }) => id)
              if (ids.length > 0) await latchkey.value('queue.sendNow', { ids }, account)
              return counts.undoable + counts.ready + counts.sending + counts.unknown
            }),
          )
          return pendingCounts.every((left) => left === 0)
        },
        { timeout: 300_000, interval: 100 },
      )
      let writes = 0
      for (const [nth, { proxy, tokens }] of instances.entries()) {
        for (const { method, path, token } of proxy.seen) {
          expect(tokens).toContain(token)
          const [, id, action] = /^\/api\/v4\/users\/(\d+)\/([a-z]+)$/.exec(path) ?? []
          if (method === 'GET' || action === undefined) continue
          writes += 1
          const key = orderOf({ token }, action, Number(id))
          expect(queued[nth]!.has(key), `seed ${seed}: ${key} at instance ${nth}`).toBe(true)
        }
      }
      expect(writes).toBeGreaterThan(rounds / 4)
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(
        `\nproof: queue, accounts: ${rounds} interleavings of switching, queueing, signing out and in, and reconnecting on 2 instances ` +
          `with 2 accounts each: ${count} actions, ${writes} writes received by the instances, 0 from another account or by another instance (${seconds} s)`,
      )
    },
  )
})

/** The action that lets a banned or blocked user sign in again. */
function reverseAction(state: string): ModerationAction {
  return state === 'banned' ? 'unban' : 'unblock'
}
