import { computed, shallowReactive, shallowRef } from 'vue'
import {
  type ChangeResult,
  type Check,
  type CheckResult,
  type LastChanges,
  type SetupChange,
  checks,
} from '../../../shared/app/setup.ts'
import { currentTime } from '../../../shared/clock.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { stateOf } from './check-messages.ts'

/** The checks of this computer for an account, and the changes that mend what they found. */
export function useSetup(account: string) {
  const latchkey = useLatchkey()
  const checking = useAsyncAction()
  const undoing = useAsyncAction()
  const results = shallowReactive(new Map<Check, CheckResult>())
  const changes = shallowRef<SetupChange[]>([])
  const lastChanges = shallowRef<LastChanges>({ files: [] })
  /** When the checks began, in milliseconds since 1970. */
  const checkedAt = shallowRef<number>()
  let run = 0

  /** Shows what the last run found; checks where there was none. */
  function open() {
    return checking.run(async () => {
      lastChanges.value = await latchkey(account).setup.lastChanges({})
      const last = await latchkey(account).setup.last({})
      if (last.run === undefined || last.results.length < checks.length) return checkNow()
      run = last.run
      checkedAt.value = last.at
      for (const result of last.results) results.set(result.check, result)
      changes.value = await latchkey(account).setup.plan({ run })
    })
  }

  function checkAgain() {
    return checking.run(checkNow)
  }

  async function checkNow() {
    checkedAt.value = run = currentTime()
    changes.value = []
    await Promise.all(
      checks.map(async (check) => {
        results.set(check, await latchkey(account).setup.check({ check, run }))
      }),
    )
    changes.value = await latchkey(account).setup.plan({ run })
  }

  /** Makes changes and checks again. */
  async function apply(ids: string[], passphrase: string): Promise<ChangeResult[]> {
    const input = { run, changes: ids, ...(passphrase && { passphrase }) }
    const applied = await latchkey(account).setup.apply(input)
    lastChanges.value = await latchkey(account).setup.lastChanges({})
    void checkAgain()
    return applied
  }

  /** Makes all changes of a plan, and checks again. */
  async function applyPlan(plan: number): Promise<ChangeResult[]> {
    const applied = await latchkey(account).identities.apply({ plan })
    lastChanges.value = await latchkey(account).setup.lastChanges({})
    void checkAgain()
    return applied
  }

  function undo() {
    return undoing.run(async () => {
      try {
        lastChanges.value = await latchkey(account).setup.undo({})
      } finally {
        void checkAgain()
      }
    })
  }

  return {
    results,
    changes,
    lastChanges,
    checkedAt,
    checking,
    undoing,
    isReady: computed(
      () =>
        results.size === checks.length &&
        [...results.values()].every((result) => stateOf(result) === 'ok'),
    ),
    open,
    checkAgain,
    apply,
    applyPlan,
    undo,
  }
}
