import { computed, reactive, ref, shallowRef } from 'vue'
import type { CreatedToken } from '../../shared/service/tokens.ts'
import { isolated } from '../isolated.ts'
import { useLatchkey } from '../latchkey.ts'
import {
  draftErrors,
  freshDraft,
  isFresh,
  wishOf,
} from '../screens/admin/person/tabs/admin-token-draft.ts'
import type {
  AdminTokenDraft,
  AdminTokenKind,
} from '../screens/admin/person/tabs/admin-token-draft.ts'
import { useAction } from './use-action.ts'
import { useResults } from './use-results.ts'

/** A token that an administrator makes for somebody, and its secret until it was taken. */
export function useAdminToken(account: string, user_id: number, kind: AdminTokenKind) {
  const latchkey = useLatchkey()
  const { say } = useResults()
  const { run, busy, failure } = useAction()
  const draft = reactive<AdminTokenDraft>(freshDraft(kind))
  /** Holds the secret, and only until `letGo`. */
  const created = shallowRef<CreatedToken>()
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
    wrong.value = draftErrors(draft, new Date())
    if (Object.keys(wrong.value).length) return false
    return run(async () => {
      created.value = await send()
      reset()
    })
  }

  function send(): Promise<CreatedToken> {
    const { adminTokens } = latchkey(account)
    const { expires_at, ...wish } = wishOf(draft)
    return kind === 'personal'
      ? adminTokens.createPersonal({ user_id, ...wish, ...(expires_at && { expires_at }) })
      : adminTokens.createImpersonation({ user_id, ...wish, expires_at: expires_at ?? '' })
  }

  /** Lets go of the secret; nothing of it stays in the page. */
  function letGo() {
    const name = created.value?.name ?? ''
    created.value = undefined
    say(`Token ${isolated(name)} is ready. Its secret is not kept here.`)
  }

  return { kind, draft, errors, failure, busy, created, isDirty, create, reset, letGo }
}

export type AdminToken = ReturnType<typeof useAdminToken>
