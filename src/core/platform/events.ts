import type { HostEventName, HostEvents } from '../../shared/operations/host.ts'
import { isolate } from './log/isolate.ts'
import type { LogFunction } from './log/log.ts'

type Listener<Name extends HostEventName> = (payload: HostEvents[Name]) => void

/** Events from the Node side to the page. */
export interface Events {
  /** Calls every listener; their errors are only logged. */
  emit<Name extends HostEventName>(name: Name, payload: HostEvents[Name]): void
  /** Returns a function that unsubscribes. */
  on<Name extends HostEventName>(name: Name, listener: Listener<Name>): () => void
}

export function createEvents(log: LogFunction): Events {
  const listeners = new Map<HostEventName, Set<Listener<never>>>()
  return {
    emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) {
        isolate(log, () => listener(payload as never))
      }
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set.add(listener as Listener<never>))
      return () => void set.delete(listener as Listener<never>)
    },
  }
}
