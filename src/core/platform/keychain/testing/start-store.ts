import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { FailureError } from '../../failure.ts'
import type { SecretStore } from '../secret-store.ts'
import type { StoreAnswer, StoreCall } from './store-process.ts'

/** A secret store in a separate process. */
export interface StoreProcess extends SecretStore {
  stop(): Promise<void>
}

/** Starts a store with only this environment. */
export function startStore(
  env: Record<string, string>,
  limits: { callLimitMs?: number; promptLimitMs?: number } = {},
): StoreProcess {
  const child = fork(join(import.meta.dirname, 'store-process.ts'), [JSON.stringify(limits)], {
    env,
    execArgv: [],
  })
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the store's process ended with ${code ?? signal}`)
  })
  died.catch(() => {})
  let calls = 0
  async function call(method: StoreCall['method'], ...args: string[]): Promise<unknown> {
    const id = (calls += 1)
    const answered = new Promise<StoreAnswer>((resolve) => {
      child.on('message', (answer: StoreAnswer) => answer.id === id && resolve(answer))
    })
    child.send({ id, method, args } satisfies StoreCall)
    const answer = await Promise.race([answered, died])
    if (answer.ok) return answer.value
    if (answer.failure) throw new FailureError(answer.failure)
    throw new Error(answer.unexpected)
  }
  return {
    describe: () => call('describe') as ReturnType<SecretStore['describe']>,
    get: (name) => call('get', name) as Promise<string | undefined>,
    set: (name, secret) => call('set', name, secret) as Promise<void>,
    remove: (name) => call('remove', name) as Promise<void>,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}
