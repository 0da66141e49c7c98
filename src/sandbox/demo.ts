import { currentTime } from '../shared/rules/clock.ts'
import { type Sandbox, startSandbox } from './start.ts'

/** The desktop app's demo: a small in-memory instance with sample data, discarded on exit. */
export function startDemo(now: () => number = currentTime): Promise<Sandbox> {
  return startSandbox({ users: 200, flavor: 'gitlab', now: () => new Date(now()) })
}
