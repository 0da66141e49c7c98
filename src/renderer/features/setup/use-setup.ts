import { computed, shallowReactive, shallowRef } from 'vue'
import type {
  ChangeResult,
  Check,
  CheckResult,
  SetupChange,
  SetupKey,
} from '../../../shared/operations/setup.ts'
import { checks } from '../../../shared/rules/setup-checks.ts'
import { currentTime } from '../../../shared/rules/clock.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { findingState } from './check-messages.ts'
import { isAdvice } from './remedies.ts'

/** Checks this computer for an account and plans the changes that fix any findings. */
export function useSetup(account: string) {
  const latchkey = useLatchkey()
  const checking = useAsyncAction()
  const results = shallowReactive(new Map<Check, CheckResult>())
  /** The checks that are running. */
  const pending = shallowReactive(new Set<Check>())
  const changes = shallowRef<SetupChange[]>([])
  /** When the checks started, in milliseconds since 1970. */
  const checkedAt = shallowRef<number>()
  /** The available keys, most useful first. */
  const keys = shallowRef<readonly SetupKey[]>([])
  /** The account’s confirmed emails, starting with the commit email. */
  const emails = shallowRef<readonly string[]>([])
  /** The key’s fingerprint, empty for a new key, and the email to set, empty if unknown. */
  const chosen = shallowRef({ key: '', email: '' })
  let run = 0
  let requestCount = 0

  /** Shows the last findings, or starts the checks if there are none. */
  function open() {
    return checking.run(async () => {
      const last = await latchkey(account).setup.last({})
      if (last.run === undefined || last.results.length < checks.length) return checkNow()
      run = last.run
      checkedAt.value = last.at
      for (const result of last.results) results.set(result.check, result)
      await plan()
    })
  }

  async function plan() {
    const { setup } = latchkey(account)
    ;[keys.value, emails.value, changes.value] = await Promise.all([
      setup.keys({ run }),
      setup.emails({ run }),
      setup.plan({ run }),
    ])
    chosen.value = { key: keys.value[0]?.fingerprint ?? '', email: emails.value[0] ?? '' }
  }

  /** Plans the changes for another key or email. Returns false if a later call has replaced this one. */
  async function choose(choice: Partial<typeof chosen.value>): Promise<boolean> {
    const before = chosen.value
    const next = { ...before, ...choice }
    chosen.value = next
    const { key, email } = next
    try {
      const isOther = key !== '' && key !== keys.value[0]?.fingerprint
      const input = { run, ...(isOther && { key }), ...(email && { email }) }
      const planned = await latchkey(account).setup.plan(input)
      if (chosen.value !== next) return false
      changes.value = planned
      return true
    } catch (error) {
      if (chosen.value === next) chosen.value = before
      throw error
    }
  }

  /** Checks again. A running check is restarted, because its results would be outdated. */
  function checkAgain() {
    return checking.run(checkNow, (requestCount += 1))
  }

  async function checkNow() {
    checkedAt.value = currentTime()
    run = checkedAt.value
    changes.value = []
    for (const check of checks) pending.add(check)
    try {
      await Promise.all(
        checks.map(async (check) => {
          results.set(check, await latchkey(account).setup.check({ check, run }))
          pending.delete(check)
        }),
      )
    } finally {
      pending.clear()
    }
    await plan()
  }

  /** Applies the selected changes and checks again. */
  async function apply(ids: string[], passphrase: string): Promise<ChangeResult[]> {
    const input = { run, changes: ids, ...(passphrase && { passphrase }) }
    const applied = await latchkey(account).setup.apply(input)
    void checkAgain()
    return applied
  }

  /** Applies all of a plan’s changes and checks again. */
  async function applyPlan(plan: number): Promise<ChangeResult[]> {
    const applied = await latchkey(account).identities.apply({ plan })
    void checkAgain()
    return applied
  }

  return {
    results,
    pending,
    changes,
    keys,
    emails,
    chosen,
    checkedAt,
    checking,
    isReady: computed(
      () =>
        results.size === checks.length &&
        [...results.values()].every(
          (result) => findingState(result) === 'ok' || isAdvice(result.finding),
        ),
    ),
    open,
    checkAgain,
    choose,
    apply,
    applyPlan,
  }
}
