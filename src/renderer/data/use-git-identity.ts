import { type Ref, shallowRef } from 'vue'
import { useLatchkey } from './latchkey.ts'

/** The name and email that Git uses on this computer, for an account. */
export interface GitIdentity {
  /** Whether commits are made with a confirmed email of the account; undefined if the check gave no answer. */
  isSet?: boolean | undefined
  /** The email of commits, where it isn't a confirmed one of the account. */
  otherEmail?: string | undefined
}

/** Asks Git once, when the screen is opened; undefined before it answered. */
export function useGitIdentity(
  account: string,
  { when = true }: { when?: boolean } = {},
): Readonly<Ref<GitIdentity | undefined>> {
  const latchkey = useLatchkey()
  const identity = shallowRef<GitIdentity>()

  async function check() {
    try {
      const { setup } = latchkey(account)
      const { finding, values } = await setup.check({ check: 'identity' })
      const isSet = finding === 'identity-set' || finding === 'identity-in-folders-only'
      identity.value = {
        isSet: finding === 'not-checked' ? undefined : isSet,
        otherEmail: finding === 'email-not-verified' ? String(values.email) : undefined,
      }
    } catch {
      identity.value = {}
    }
  }

  if (when) void check()
  return identity
}
