import { after } from './scheduler.ts'

/** Waits for a promise for at most `limitMs`, then throws the error from `late`; the work itself continues. */
export async function withTimeLimit<T>(
  promise: Promise<T>,
  limitMs: number,
  late: () => Error,
): Promise<T> {
  let cancel: (() => void) | undefined
  const limit = new Promise<never>((_, reject) => {
    // A caller is waiting for it, and a promise alone doesn't keep the process alive.
    cancel = after(limitMs, () => reject(late()), { keepsAlive: true })
  })
  try {
    return await Promise.race([promise, limit])
  } finally {
    cancel?.()
  }
}

/**
 * Runs tasks one at a time. A task whose limit ends before its turn never runs. If one hangs, the following ones time
 * out, so only one thread is blocked.
 */
export function createSerialExecutor() {
  let last: Promise<unknown> = Promise.resolve()
  return async function run<T>(
    task: () => Promise<T>,
    limitMs: number,
    late: () => Error,
  ): Promise<T> {
    let isLate = false
    const result = last.then(() => {
      if (isLate) throw late()
      return task()
    })
    last = result.catch(() => {})
    return withTimeLimit(result, limitMs, () => {
      isLate = true
      return late()
    })
  }
}
