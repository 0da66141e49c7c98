import { type Ref, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import type { ServiceAccount } from '../../../shared/gitlab/service-accounts.ts'
import { ignoredFieldsMessage } from '../../forms/ignored-fields.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { t } from '../../ui/messages.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import {
  accountFields,
  freshServiceAccountDraft,
  ignoredLabels,
  newAccount,
} from './account-draft.ts'
import { useForm } from '../../forms/use-form.ts'
import { usePagedList } from '../../bridge/use-paged-list.ts'
import { invalidate } from '../../bridge/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Columns that GitLab sorts by. */
export interface ServiceAccountOrder {
  column: 'id' | 'username'
  isDescending: boolean
}

/** An instance’s service accounts, sorted by GitLab. */
export function useServiceAccounts(account: string, order: Readonly<Ref<ServiceAccountOrder>>) {
  return usePagedList(
    account,
    () => ['serviceAccounts.list', order.value],
    (latchkey, cursor) => {
      const { column, isDescending } = order.value
      const sort = isDescending ? 'desc' : 'asc'
      return latchkey(account).serviceAccounts.list({ order_by: column, sort, cursor })
    },
    ({ id }) => id,
  )
}

export type NewServiceAccountForm = ReturnType<typeof useNewServiceAccount>['form']

/** The form for a new service account, and the created account. */
export function useNewServiceAccount(account: string) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const createdAccount = shallowRef<ServiceAccount>()
  /** A sentence listing fields that GitLab ignored. */
  const ignoredMessage = ref('')
  const form = useForm({
    key: `service account by ${account}`,
    from: freshServiceAccountDraft(),
    fields: accountFields(),
    async submit(draft) {
      const sent = newAccount(draft)
      const created = await latchkey(account).serviceAccounts.create(sent)
      createdAccount.value = created
      ignoredMessage.value = ignoredFieldsMessage(ignoredLabels(sent, created))
      form.reset()
      showToast(t('tokens.created', { name: bidiIsolate(created.name) }))
      void invalidate(account, 'serviceAccounts.list')
    },
  })

  return { form, createdAccount, ignoredMessage }
}

/** Whether a request failed because the instance doesn’t support service accounts. */
export function lacksServiceAccounts({ kind, reason }: Failure): boolean {
  return kind === 'not-found' || (kind === 'forbidden' && reason === undefined)
}
