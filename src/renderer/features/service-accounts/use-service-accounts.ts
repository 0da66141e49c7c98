import { ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import type { ServiceAccount } from '../../../shared/service/service-accounts.ts'
import { notSetWords } from '../../data/field-list.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { accountFields, freshDraft, ignoredLabels, newAccount } from './account-draft.ts'
import { useForm } from '../../data/use-form.ts'
import { usePagedList } from '../../data/use-paged-list.ts'
import { invalidate } from '../../data/use-service-query.ts'
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

/** A service account that is being created, and the one that came of it. */
export function useNewServiceAccount(account: string) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const created = shallowRef<ServiceAccount>()
  /** Tells what the service ignored when it created it. */
  const ignored = ref('')
  const form = useForm({
    key: `service account by ${account}`,
    what: 'The new service account',
    from: freshDraft(),
    fields: accountFields,
    found: (thing) => take(thing as ServiceAccount),
    async submit(draft) {
      const wish = newAccount(draft)
      const made = await latchkey(account).serviceAccounts.create(wish)
      take(made, ignoredLabels(wish, made))
    },
  })

  function take(made: ServiceAccount, unsaved: readonly string[] = []) {
    created.value = made
    ignored.value = notSetWords(unsaved)
    form.reset()
    say(`${bidiIsolate(made.name)} was created.`)
    void invalidate(account, 'serviceAccounts.list')
  }

  return { form, created, ignored }
}

/** Whether a service has no service accounts at all, which is no fault of anybody. */
export function lacksServiceAccounts({ kind, reason }: Failure): boolean {
  return kind === 'not-found' || (kind === 'forbidden' && reason === undefined)
}
