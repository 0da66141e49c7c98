import { shallowRef } from 'vue'
import type { ImpersonationToken } from '../../../shared/service/tokens.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { useAction } from '../../data/use-action.ts'
import { usePagedList } from '../../data/use-paged-list.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useRevocation } from '../../data/use-revocation.ts'

/** Which tokens are listed; the service sorts them out. */
export type TokenState = 'all' | 'active' | 'inactive'

/** The impersonation tokens of a person in one state, and what can be done with each. */
export function useImpersonationTokens(account: string, user_id: number, state: TokenState) {
  const latchkey = useLatchkey()
  const revokeToken = useRevocation(account)
  const { say } = useToast()
  const list = usePagedList(
    account,
    ['impersonationTokens.list', user_id, state],
    (read, cursor) => read(account).impersonationTokens.list({ user_id, state, cursor }),
    ({ id }) => id,
  )
  const looking = useAction()
  const revoking = useAction()
  /** What the service says of single tokens that were looked at, by id. */
  const details = shallowRef<ReadonlyMap<number, ImpersonationToken>>(new Map())

  /** Opens or closes the details of a token; they are read anew each time. */
  async function look({ id, name }: ImpersonationToken) {
    if (details.value.has(id)) {
      details.value = new Map([...details.value].filter(([one]) => one !== id))
      return
    }
    await looking.run(async () => {
      try {
        const token = await latchkey(account).impersonationTokens.get({
          user_id,
          impersonation_token_id: id,
        })
        details.value = new Map([...details.value, [id, token]])
      } catch (error) {
        if (failureOf(error).kind !== 'not-found') throw error
        say(`${bidiIsolate(name)} is not there any more.`)
        await list.reload()
      }
    }, id)
  }

  async function revoke({ id, name }: ImpersonationToken) {
    await revoking.run(async () => {
      const token = { user_id, impersonation_token_id: id }
      if (!(await revokeToken(token, bidiIsolate(name)))) return
      details.value = new Map()
      await list.reload()
    }, id)
  }

  return { list, looking, revoking, details, look, revoke }
}
