import { ref, shallowRef } from 'vue'
import type { CreatedToken } from '../../../shared/service/tokens.ts'
import { ignoredDescription } from '../../data/field-list.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { adminTokenFields, freshDraft, wishOf } from './tabs/admin-token-draft.ts'
import type { AdminTokenKind } from './tabs/admin-token-draft.ts'
import { asOfToday } from '../../data/expiry-choice.ts'
import { useForm } from '../../data/use-form.ts'
import { useToast } from '../../ui/use-toast.ts'

/** A token that an administrator makes for somebody, and its secret until it was taken. */
export function useAdminToken(
  account: string,
  user_id: number,
  kind: AdminTokenKind,
  isAdmin: () => boolean,
) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  /** Has the secret, and only until `letGo`. */
  const created = shallowRef<CreatedToken>()
  /** Tells what the service ignored when it created it. */
  const ignored = ref('')
  const form = useForm({
    key: `${kind} token for ${user_id} by ${account}`,
    what: 'The new token',
    from: freshDraft(kind),
    fields: () => adminTokenFields(kind, isAdmin()),
    async submit(draft) {
      const wish = wishOf(draft)
      created.value = await send(wish)
      ignored.value = ignoredDescription(wish.description, created.value)
      form.reset()
    },
  })
  form.values.expires_at = asOfToday(form.values.expires_at)

  function send({ scopes, ...wish }: ReturnType<typeof wishOf>): Promise<CreatedToken> {
    const { adminTokens } = latchkey(account)
    return kind === 'personal'
      ? adminTokens.createPersonal({ user_id, ...wish, scopes })
      : adminTokens.createImpersonation({ user_id, ...wish, ...(scopes.length && { scopes }) })
  }

  /** Lets go of the secret; nothing of it stays in the page. */
  function letGo() {
    const name = created.value?.name ?? ''
    created.value = undefined
    say(`Token ${bidiIsolate(name)} is ready. Its secret is not kept here.`)
  }

  return { form, created, ignored, letGo }
}
