import { type Ref, computed } from 'vue'
import { useAccountQuery } from '../bridge/use-service-query.ts'

/** The name and email that Git uses on this computer, for an account. */
export interface GitIdentity {
  /** Whether commits are made with a confirmed email of the account; undefined if the check gave no answer. */
  isSet?: boolean | undefined
  /** The email of commits, where it isn't a confirmed one of the account. */
  otherEmail?: string | undefined
}

/** Asks Git when the screen is opened; undefined before it answered. */
export function useGitIdentity(
  account: string,
  { when = true }: { when?: boolean } = {},
): Readonly<Ref<GitIdentity | undefined>> {
  const { data, failure } = useAccountQuery(account, ['git identity', when], async (read) => {
    if (!when) return undefined
    const { finding, values } = await read(account).setup.check({ check: 'identity' })
    const isSet = finding === 'identity-set' || finding === 'identity-in-folders-only'
    return {
      isSet: finding === 'not-checked' ? undefined : isSet,
      otherEmail: finding === 'email-not-verified' ? String(values.email) : undefined,
    }
  })
  return computed(() => data.value ?? (failure.value && {}))
}
