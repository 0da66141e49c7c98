import { type Ref, onMounted, shallowRef } from 'vue'
import { currentTime } from '../../shared/clock.ts'
import { useLatchkey } from './latchkey.ts'

/** The name and email that Git uses on this computer, for an account. */
export interface GitIdentity {
  /** Whether commits are made with a confirmed email of the account. */
  isSet: boolean
  /** Whether there was no answer, or Git is missing. */
  isUnknown: boolean
  /** The email of commits, where it isn't a confirmed one of the account. */
  otherEmail?: string | undefined
}

/** Asks Git once, when the screen is shown; undefined before it answered. */
export function useGitIdentity(
  account: string,
  { when = () => true }: { when?: () => boolean } = {},
): Readonly<Ref<GitIdentity | undefined>> {
  const latchkey = useLatchkey()
  const identity = shallowRef<GitIdentity>()
  onMounted(async () => {
    if (!when()) return
    try {
      const { setup } = latchkey(account)
      const { finding, values } = await setup.check({ check: 'identity', run: currentTime() })
      identity.value = {
        isSet: finding === 'identity-set' || finding === 'identity-in-folders-only',
        isUnknown: finding === 'not-checked',
        otherEmail: finding === 'email-not-verified' ? String(values.email) : undefined,
      }
    } catch {
      identity.value = { isSet: false, isUnknown: true }
    }
  })
  return identity
}
