import { isolate } from './log/isolate.ts'
import type { LogFunction } from './log/log.ts'

/** Lets one part of core follow another without either knowing the other. */
export interface Hook<Values extends unknown[]> {
  subscribe(listener: (...values: Values) => void): void
  /** Calls every listener; what one of them throws goes to the log, and not to the caller. */
  call(...values: Values): void
}

export function createHook<Values extends unknown[]>(log: LogFunction): Hook<Values> {
  const listeners: ((...values: Values) => void)[] = []
  return {
    subscribe: (listener) => void listeners.push(listener),
    call(...values) {
      for (const listener of listeners) isolate(log, () => listener(...values))
    },
  }
}
