import { computed, reactive, ref, shallowReactive, shallowRef } from 'vue'
import type { RememberedToken } from '../../../shared/app/created-tokens.ts'
import type { CreatedToken } from '../../../shared/service/tokens.ts'
import { ignoredDescription } from '../../data/field-list.ts'
import { asOfToday } from '../../data/expiry-choice.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import {
  draftErrors,
  freshDraft,
  isFresh,
  newToken,
  ownScopeChoices,
} from '../../data/token-draft.ts'
import type { TokenDraft } from '../../data/token-draft.ts'
import { useAction } from '../../data/use-action.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { useSavedDraft } from '../../data/use-saved-draft.ts'
import { useServiceQuery } from '../../data/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The limited tokens that were created here, and the one that is being created. */
export function useKubernetesTokens(account: string) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const { say } = useToast()
  const list = useServiceQuery(account, 'createdTokens.list')
  const creating = useAction()
  const forgetting = useAction()
  const draft = reactive<TokenDraft>(freshDraft())
  /** Holds the secret, and only until `letGo`. */
  const created = shallowRef<CreatedToken>()
  /** Tells what the service ignored when it created it. */
  const ignored = ref('')
  const choices = useOwnScopes(account)
  const wrong = ref<Record<string, string[]>>({})
  const errors = computed(() => ({ ...creating.failure.value?.fields, ...wrong.value }))
  const isDirty = computed(() => !created.value && !isFresh(draft))
  useSavedDraft(`token of ${account}`, draft, isDirty)
  draft.expiry = asOfToday(draft.expiry)

  function reset() {
    Object.assign(draft, freshDraft())
    wrong.value = {}
    creating.failure.value = undefined
  }

  async function create() {
    wrong.value = draftErrors(draft, new Date())
    if (Object.keys(wrong.value).length) return
    const wish = newToken(draft)
    await creating.run(async () => {
      created.value = await latchkey(account).createdTokens.createLimited(wish)
      ignored.value = ignoredDescription(wish.description, created.value)
      reset()
    })
    if (creating.failure.value?.fields?.scopes) refuseSelfRotation()
    if (created.value) await list.reload()
  }

  /** Stops offering the one scope that some versions don't support, so that the form can be sent without it. */
  function refuseSelfRotation() {
    if (!draft.scopes.includes('self_rotate')) return
    withoutSelfRotation.add(account)
    draft.scopes = draft.scopes.filter((scope) => scope !== 'self_rotate')
    wrong.value = { scopes: ['self_rotate is not available in this GitLab version'] }
  }

  /** Lets go of the secret; nothing of it stays in the page. */
  function letGo() {
    const name = created.value?.name ?? ''
    created.value = undefined
    say(`Token ${bidiIsolate(name)} is ready. Its secret is not kept here.`)
  }

  async function forget({ id, name }: RememberedToken) {
    const isSure = await ask({
      title: 'Remove this token from the list?',
      text:
        `Latchkey forgets that ${bidiIsolate(name)} (id ${id}) was created here and warns no more before it ` +
        'expires. The token itself stays valid: revoke it on the web.',
      confirm: 'Remove from the list',
    })
    if (!isSure) return
    await forgetting.run(async () => {
      list.set(await latchkey(account).createdTokens.forgetEntry({ id }))
      say(`${bidiIsolate(name)} was removed from the list.`)
    }, id)
  }

  return {
    list,
    creating,
    forgetting,
    draft,
    choices,
    created,
    ignored,
    errors,
    isDirty,
    create,
    reset,
    letGo,
    forget,
  }
}

/** Accounts whose service refused `self_rotate`. */
const withoutSelfRotation = shallowReactive(new Set<string>())

/**
 * Scopes that the service probably supports. No answer contains its version, but versions with `self_rotate` also have a
 * GitHub username in GET /user. A version that has only the latter refuses the scope.
 */
function useOwnScopes(account: string) {
  const me = useServiceQuery(account, 'user.get', {}, { cached: true })
  const isRecent = computed(() => typeof me.data.value?.github === 'string')
  return computed(() =>
    ownScopeChoices.filter(
      ({ value }) =>
        value !== 'self_rotate' || (isRecent.value && !withoutSelfRotation.has(account)),
    ),
  )
}

export type KubernetesTokens = ReturnType<typeof useKubernetesTokens>
