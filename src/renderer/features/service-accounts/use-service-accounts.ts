import { computed, reactive, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { ServiceAccount } from '../../../shared/service/service-accounts.ts'
import { notSetWords } from '../../data/field-list.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { draftErrors, freshDraft, ignoredLabels, newAccount } from './account-draft.ts'
import { useAction } from '../../data/use-action.ts'
import { useSavedDraft } from '../../data/use-saved-draft.ts'
import type { FoundThing } from '../../data/use-lost-create.ts'
import { usePagedList } from '../../data/use-paged-list.ts'
import { useToast } from '../../ui/use-toast.ts'

/** By what the list is ordered, the service's first choice first. */
export type AccountSort = 'newest' | 'oldest' | 'username' | 'username-desc'

const orders = {
  newest: { order_by: 'id', sort: 'desc' },
  oldest: { order_by: 'id', sort: 'asc' },
  username: { order_by: 'username', sort: 'asc' },
  'username-desc': { order_by: 'username', sort: 'desc' },
} as const

/** The service accounts of an instance in an order that the service keeps. */
export function useServiceAccounts(account: string, order: AccountSort) {
  return usePagedList(
    account,
    ['serviceAccounts.list', order],
    (latchkey, cursor) => latchkey(account).serviceAccounts.list({ ...orders[order], cursor }),
    ({ id }) => id,
  )
}

/** A service account that is being made; what was typed stays until the service has it. */
export function useNewServiceAccount(account: string) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const { run, busy, failure } = useAction()
  const draft = reactive(freshDraft())
  const wrong = ref<Record<string, string[]>>({})
  const created = shallowRef<ServiceAccount>()
  /** Tells what the service ignored when it created it. */
  const ignored = ref('')
  const errors = computed(() => ({ ...failure.value?.fields, ...wrong.value }))
  const isDirty = computed(() => Object.keys(newAccount(draft)).length > 0)
  useSavedDraft(`service account by ${account}`, draft, isDirty)

  /** Answers whether the service made it. */
  async function create(): Promise<boolean> {
    wrong.value = draftErrors(draft)
    if (Object.keys(wrong.value).length) return false
    const wish = newAccount(draft)
    return run(async () => {
      const made = await latchkey(account).serviceAccounts.create(wish)
      take(made, ignoredLabels(wish, made))
    })
  }

  function take(made: ServiceAccount, unsaved: readonly string[] = []) {
    created.value = made
    ignored.value = notSetWords(unsaved)
    Object.assign(draft, freshDraft())
    say(`${bidiIsolate(made.name)} was created.`)
  }

  /** Goes on with one that was found although its answer was lost. */
  function there(thing: FoundThing) {
    failure.value = undefined
    take(thing as ServiceAccount)
  }

  return { draft, errors, isDirty, busy, failure, created, ignored, create, there }
}

/** Whether a service has no service accounts at all, which is no fault of anybody. */
export function lacksServiceAccounts({ kind, reason }: Failure): boolean {
  return kind === 'not-found' || (kind === 'forbidden' && reason === undefined)
}
