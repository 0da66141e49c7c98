// Runs a secret store in a separate process, because libsecret looks up its bus in the real environment and only once
// per process. Takes the options as its argument and serves calls over IPC.
import { FailureError, type UnformattedFailure } from '../../failure.ts'
import { createSecretStore } from '../create-secret-store.ts'

export interface StoreCall {
  id: number
  method: 'describe' | 'get' | 'set' | 'remove'
  args: string[]
}

export type StoreAnswer = { id: number } & (
  { ok: true; value: unknown } | { ok: false; failure?: UnformattedFailure; unexpected: string }
)

const limits = JSON.parse(process.argv[2] ?? '{}') as {
  callLimitMs?: number
  promptLimitMs?: number
}
const store = createSecretStore({ platform: process.platform, env: process.env, ...limits })

process.on('message', async (call: StoreCall) => {
  process.send?.(await answer(call))
})

async function answer({ id, method, args }: StoreCall): Promise<StoreAnswer> {
  try {
    const operation = store[method] as (...args: string[]) => Promise<unknown>
    return { id, ok: true, value: await operation(...args) }
  } catch (error) {
    const failure = error instanceof FailureError ? error.failure : undefined
    return { id, ok: false, failure, unexpected: String(error) }
  }
}
