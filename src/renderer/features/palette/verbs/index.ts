import type { Account } from '../../../../shared/app/accounts.ts'
import type { VerbCommand } from '../../../data/commands.ts'
import { useAddEmailVerb } from './add-email.ts'
import { useFollowVerbs } from './follow.ts'
import { useModerationVerbs } from './moderate.ts'
import { useNewTokenVerb } from './new-token.ts'
import { useRenewVerb } from './renew.ts'
import { useStatusVerb } from './status.ts'
import { useSwitchVerb } from './switch-account.ts'
import { useUserVerb } from './user.ts'

interface Entry {
  use: (account: Account) => VerbCommand | VerbCommand[]
  /** Whether it changes something, which a read-only token can’t. */
  writes?: true
  /** For administrators only. */
  admin?: true
}

/** All verbs, in the order in which they are listed. */
const entries: readonly Entry[] = [
  { use: useStatusVerb, writes: true },
  { use: useUserVerb },
  { use: useModerationVerbs, writes: true, admin: true },
  { use: useNewTokenVerb, writes: true },
  { use: useRenewVerb, writes: true },
  { use: useAddEmailVerb, writes: true },
  { use: useFollowVerbs, writes: true },
  { use: useSwitchVerb },
]

/** The verbs that an account can use. */
export function useVerbs(account: Account): VerbCommand[] {
  return entries
    .filter(({ writes, admin }) => {
      return (!writes || account.canWrite !== false) && (!admin || account.isAdmin)
    })
    .flatMap(({ use }) => use(account))
}
