import { after, every } from './scheduler.ts'

/** Time and randomness, injected so tests don't have to wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 up to but excluding 1. */
  random(): number
  /** Calls back once; the returned function cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

export interface SystemClock extends Clock {
  /** Calls back repeatedly, until the returned function is called. */
  every(milliseconds: number, callback: () => void): () => void
}

/** This computer's clock; the host supplies `now`. */
export function systemClock(now: () => number): SystemClock {
  return { now, random: Math.random, after, every }
}

/** Resolves once all work is done, or after this time. */
export async function settleWithin(
  milliseconds: number,
  work: readonly Promise<unknown>[],
  clock: Pick<Clock, 'after'>,
): Promise<void> {
  let cancel: (() => void) | undefined
  const patience = new Promise<void>((resolve) => {
    cancel = clock.after(milliseconds, resolve)
  })
  await Promise.race([Promise.all(work), patience])
  cancel?.()
}
