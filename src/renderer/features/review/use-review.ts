import { onScopeDispose } from 'vue'
import type { Selection } from '../../../shared/app/directory.ts'
import { useHost, useLatchkey } from '../../data/latchkey.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'

/** The review of an account, as it goes on. */
export function useReview(account: string) {
  const latchkey = useLatchkey()
  const query = useServiceQuery(account, 'review.state')
  const changing = useAsyncAction()
  const review = () => latchkey(account).review
  onScopeDispose(
    useHost().on('review', (event) => {
      if (event.account === account) query.set(event.state)
    }),
  )

  const change = (act: () => ReturnType<ReturnType<typeof review>['state']>) =>
    changing.run(async () => query.set(await act()))

  return {
    state: query.data,
    failure: query.failure,
    reload: query.reload,
    changing,
    start: (selection: Selection) => change(() => review().start({ selection })),
    pause: () => change(() => review().pause()),
    resume: () => change(() => review().resume()),
    remove: () => change(() => review().remove()),
  }
}

export type Review = ReturnType<typeof useReview>
