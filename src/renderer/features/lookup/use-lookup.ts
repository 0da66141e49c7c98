import { useTimeoutFn } from '@vueuse/core'
import { onBeforeUnmount, ref, shallowRef } from 'vue'
import type {
  FoundCredential,
  LookupAnswer,
  RevocationAnswer,
} from '../../../shared/operations/lookup.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'

/** How long (ms) a pasted secret is kept for revoking it. */
const keptMs = 5 * 60_000

/**
 * Looks up a pasted token or key. Guarantee: the text is only in `held`, which is emptied on leaving, after five minutes, and
 * after revoking. Requests read it from there, so that nothing that outlives them has it.
 */
export function useLookup(
  account: string,
  { clearField, onQueued }: { clearField(): void; onQueued(run: number): void },
) {
  const latchkey = useLatchkey()
  const held = { text: '' }
  const answer = shallowRef<LookupAnswer>()
  const revoked = shallowRef<Exclude<RevocationAnswer['outcome'], 'queued'>>()
  /** Whether the text is gone, so that it has to be pasted again before it can be revoked. */
  const isForgotten = ref(false)
  const finding = useAsyncAction()
  const revoking = useAsyncAction()
  const expiry = useTimeoutFn(forget, keptMs, { immediate: false })

  function forget() {
    expiry.stop()
    held.text = ''
    isForgotten.value = true
    clearField()
  }
  onBeforeUnmount(forget)

  function find(text: string): Promise<boolean> {
    held.text = text
    isForgotten.value = false
    expiry.start()
    answer.value = undefined
    revoked.value = undefined
    revoking.failure.value = undefined
    return finding.run(async () => {
      answer.value = await latchkey(account).lookup.find({ text: held.text })
      // Latchkey needs neither a key nor a text that nobody knows again.
      if (answer.value.subject !== 'token' || answer.value.outcome !== 'found') forget()
    })
  }

  function revoke({ kind, id, owner, revocation: { by } }: FoundCredential): Promise<boolean> {
    return revoking.run(async () => {
      const { gpgKeys, lookup, sshKeys } = latchkey(account)
      if (by === 'sshKey') await sshKeys.removeOf({ id: owner!.id, key_id: id! })
      else if (by === 'gpgKey') await gpgKeys.removeOf({ id: owner!.id, key_id: id! })
      else {
        const result = await lookup.revoke({
          text: held.text,
          kind,
          ...(id !== undefined && { id }),
        })
        if (result.outcome === 'queued') return onQueued(result.run)
        revoked.value = result.outcome
        if ('failure' in result) revoking.failure.value = result.failure
        if (result.outcome === 'revoked') forget()
        return
      }
      revoked.value = 'revoked'
    })
  }

  /** Keeps what is in the field for five more minutes. */
  function edited() {
    held.text = ''
    isForgotten.value = true
    expiry.start()
  }

  return { edited, answer, revoked, isForgotten, finding, revoking, find, revoke, forget }
}
