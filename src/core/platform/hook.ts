import { isolate } from './log/isolate.ts'
import type { LogFunction } from './log/log.ts'

/** Notifies parts of core that don't depend on each other. */
export interface Hook<Values extends unknown[]> {
  subscribe(listener: (...values: Values) => void): void
  /** Calls every listener; their errors are only logged. */
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
