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
 * Writes an account’s status; all writes run one after another. `expected` is shown from the click until the response
 * replaces the data.
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

/** The expected status after the last pending write of an account. */
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

/** Shows a status that Latchkey set on any page, or one found instead of the expected one. */
function showStatus(account: string, status: UserStatus, isWritten: boolean) {
  putAnswer(account, 'ownStatus.get', status, isWritten)
  void invalidate(account, 'ownStatus.recent')
}

/** The tray, the schedule and other pages set statuses too. */
export function onStatusEvent({ account, status }: { account: string; status: UserStatus }) {
  const cached = cachedAnswer(account, 'ownStatus.get')?.value
  if (JSON.stringify(cached) !== JSON.stringify(status)) showStatus(account, status, true)
}
