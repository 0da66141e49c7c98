import { describeError } from '../log/describe-error.ts'
import { t } from '../messages.ts'
import { withTimeLimit } from '../time/time-limit.ts'

/** One check of the self-test. */
export interface SelfCheck {
  name: string
  /** Checks that must pass before this one makes sense. */
  needs?: readonly string[]
  /** Resolves with details worth knowing, if any, and rejects with a `CheckFailed` or a `CheckSkipped`. */
  run(): Promise<string | void>
}

export interface SelfCheckResult {
  name: string
  result: 'passed' | 'failed' | 'skipped'
  detail: string
  milliseconds: number
}

/**
 * Its message is written to the report, so it only uses fixed strings and never contains a path, a name, or an address.
 */
export class CheckFailed extends Error {
  override name = 'CheckFailed'
}

/** There is nothing to check. The message is also written to the report. */
export class CheckSkipped extends Error {
  override name = 'CheckSkipped'
}

/**
 * Runs the checks one by one, each for at most `limitMs`. Calls `done` after each check, because a later one may end
 * the process.
 */
export async function runChecks(
  checks: readonly SelfCheck[],
  { limitMs, done }: { limitMs: number; done: (result: SelfCheckResult) => void },
): Promise<void> {
  const passed = new Set<string>()
  for (const check of checks) {
    const start = performance.now()
    const missing = check.needs?.find((name) => !passed.has(name))
    const outcome: Outcome = missing
      ? { result: 'skipped', detail: t('selfTest.needs', { name: missing }) }
      : await outcomeOf(check, limitMs)
    if (outcome.result === 'passed') passed.add(check.name)
    done({ name: check.name, ...outcome, milliseconds: Math.round(performance.now() - start) })
  }
}

type Outcome = Pick<SelfCheckResult, 'result' | 'detail'>

async function outcomeOf(check: SelfCheck, limitMs: number): Promise<Outcome> {
  const late = () => new CheckFailed(t('selfTest.notFinished', { seconds: limitMs / 1000 }))
  try {
    // In a function, so a synchronous error becomes a result too.
    const running = (async () => check.run())()
    return { result: 'passed', detail: (await withTimeLimit(running, limitMs, late)) ?? '' }
  } catch (error) {
    if (error instanceof CheckSkipped) return { result: 'skipped', detail: error.message }
    const detail = error instanceof CheckFailed ? error.message : describeError(error)
    return { result: 'failed', detail }
  }
}
