import { after, every } from './scheduler.ts'

/** Time and chance, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** A number from 0 up to, not including, 1. */
  random(): number
  /** Calls back after so many milliseconds, unless what it returns is called before. */
  after(milliseconds: number, callback: () => void): () => void
}

export interface SystemClock extends Clock {
  /** Calls back again and again, until what it returns is called. */
  every(milliseconds: number, callback: () => void): () => void
}

/** The clock of this machine; `now` is the host's. */
export function systemClock(now: () => number): SystemClock {
  return { now, random: Math.random, after, every }
}
