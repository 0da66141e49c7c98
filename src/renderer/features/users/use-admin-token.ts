import { computed, reactive, ref, shallowRef } from 'vue'
import type { CreatedToken } from '../../../shared/service/tokens.ts'
import { ignoredDescription } from '../../data/field-list.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { draftErrors, freshDraft, isFresh, wishOf } from './tabs/admin-token-draft.ts'
import type { AdminTokenDraft, AdminTokenKind } from './tabs/admin-token-draft.ts'
import { useAction } from '../../data/use-action.ts'
import { useToast } from '../../ui/use-toast.ts'

/** A token that an administrator makes for somebody, and its secret until it was taken. */
export function useAdminToken(account: string, user_id: number, kind: AdminTokenKind) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const { run, busy, failure } = useAction()
  const draft = reactive<AdminTokenDraft>(freshDraft(kind))
  /** Holds the secret, and only until `letGo`. */
  const created = shallowRef<CreatedToken>()
  /** Tells what the service ignored when it created it. */
  const ignored = ref('')
  const wrong = ref<Record<string, string[]>>({})
  const errors = computed(() => ({ ...failure.value?.fields, ...wrong.value }))
  const isDirty = computed(() => !created.value && !isFresh(draft, kind))

  function reset() {
    Object.assign(draft, freshDraft(kind))
    wrong.value = {}
    failure.value = undefined
  }

  /** Answers whether the service made it. */
  async function create(): Promise<boolean> {
    wrong.value = draftErrors(draft, kind, new Date())
    if (Object.keys(wrong.value).length) return false
    return run(async () => {
      const wish = wishOf(draft)
      created.value = await send(wish)
      ignored.value = ignoredDescription(wish.description, created.value)
      reset()
    })
  }

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

  return { kind, draft, errors, failure, busy, created, ignored, isDirty, create, reset, letGo }
}

export type AdminToken = ReturnType<typeof useAdminToken>
