import type { Failure, UncertainCreate } from '../../shared/failure.ts'
import { failureOf, useLatchkey } from './latchkey.ts'
import { useAsyncAction } from './use-async-action.ts'
import { useToast } from '../ui/use-toast.ts'
import { useRevocation } from './use-revocation.ts'

/** What was found by looking again. */
export interface FoundThing {
  id: number
}

/** What a person can do about a creation whose answer was lost. */
export function useUncertainCreate(
  account: string,
  told: {
    /** It is there, and nothing of it was lost. */
    there(thing: FoundThing): unknown
    /** More is known of it now. */
    seen(failure: Failure): void
    /** It is there no more. */
    revoked(): void
  },
) {
  const latchkey = useLatchkey()
  const revokeToken = useRevocation(account)
  const { say } = useToast()
  const acting = useAsyncAction()

  function lookAgain({ look, what, found }: UncertainCreate): Promise<boolean> {
    return acting.run(async () => {
      try {
        await told.there(await latchkey(account).createRecovery.look({ look: look ?? '' }))
      } catch (error) {
        const failure = failureOf(error)
        if (!failure.creation) throw error
        told.seen(failure)
        if (failure.creation.found !== found) return
        say(
          found === 'no'
            ? `${capital(what)} has still not appeared.`
            : 'That still cannot be told.',
        )
      }
    })
  }

  function revoke({ revoke: token, what }: UncertainCreate): Promise<boolean> {
    return acting.run(async () => {
      if (token && (await revokeToken(token, capital(what)))) told.revoked()
    })
  }

  return { acting, lookAgain, revoke }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
