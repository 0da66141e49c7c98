import { type Ref, computed } from 'vue'
import { useAccountQuery } from '../bridge/use-service-query.ts'

/** Git’s commit identity on this computer. */
export interface GitIdentity {
  /** Whether commits use one of the account’s confirmed emails; undefined if the check failed. */
  isSet?: boolean | undefined
  /** The commit email, unless it’s one of the account’s confirmed emails. */
  otherEmail?: string | undefined
}

/** Checks Git when the screen opens; undefined until the result is in. */
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
