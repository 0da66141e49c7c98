import { useMutation, useMutationState } from '@tanstack/vue-query'
import { computed } from 'vue'
import type { AppApi } from '../../../shared/operations/index.ts'
import type { QueuedStatus } from '../../../shared/operations/own-status.ts'
import type { UserStatus } from '../../../shared/gitlab/current-user.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { cachedAnswer, invalidate, putAnswer } from '../../bridge/use-service-query.ts'

type StatusOutcome = { outcome: 'saved' | 'conflict'; now: UserStatus } | QueuedStatus

interface StatusWrite {
  /** The status after the write. */
  expected: UserStatus
  send(api: AppApi): Promise<StatusOutcome>
}

const writesOf = (account: string) => [account, 'ownStatus']

/**
 * Writes an account’s status, one write at a time. `expected` is shown from the click until the response replaces it.
 */
export function useStatusWrite(account: string) {
  const latchkey = useLatchkey()
  const { mutateAsync } = useMutation(
    {
      mutationKey: writesOf(account),
      scope: { id: `status of ${account}` },
      mutationFn: ({ send }: StatusWrite) => send(latchkey(account)),
      onSuccess(answer) {
        if (answer.outcome !== 'queued') showStatus(account, answer.now, answer.outcome === 'saved')
      },
      shallow: true,
    },
    queryClient,
  )
  return async function write<Outcome extends StatusOutcome>(
    expected: UserStatus,
    send: (api: AppApi) => Promise<Outcome>,
  ): Promise<Outcome> {
    return (await mutateAsync({ expected, send })) as Outcome
  }
}

/** The status expected after an account’s last pending write. */
export function useExpectedStatus(account: string) {
  const running = useMutationState(
    {
      filters: { mutationKey: writesOf(account), status: 'pending' },
      select: ({ state }) => (state.variables as StatusWrite).expected,
    },
    queryClient,
  )
  return computed(() => running.value.at(-1))
}

/** Shows a status that Latchkey set from any page, or the one it found in place of the expected one. */
function showStatus(account: string, status: UserStatus, isWritten: boolean) {
  putAnswer(account, 'ownStatus.get', status, isWritten)
  void invalidate(account, 'ownStatus.recent')
}

/** Shows statuses set elsewhere: from the tray, by the schedule or on other pages. */
export function onStatusEvent({ account, status }: { account: string; status: UserStatus }) {
  const cached = cachedAnswer(account, 'ownStatus.get')?.value
  if (JSON.stringify(cached) !== JSON.stringify(status)) showStatus(account, status, true)
}
