import { currentTime } from '../shared/rules/clock.ts'
import { type Sandbox, startSandbox } from './start.ts'

/** The demo of the desktop app: a small, lively instance in memory, gone when it is stopped. */
export function startDemo(now: () => number = currentTime): Promise<Sandbox> {
  return startSandbox({ users: 200, flavor: 'gitlab', now: () => new Date(now()) })
}
