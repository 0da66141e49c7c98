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

/** A group or project that owns service accounts. */
export interface ServiceAccountOwner {
  kind: 'group' | 'project'
  /** Its full path or ID. */
  path: string
}

/**
 * Whose service accounts someone can list. GitLab lists the instance’s only for administrators, a group’s also for its
 * owners, and a project’s also for its maintainers. It doesn’t tell other people beforehand which groups and projects
 * those are, so everyone can enter one, and GitLab decides.
 */
export function ownersFor(
  isAdmin: boolean,
): readonly [ServiceAccountOwner['kind'] | 'instance', ...ServiceAccountOwner['kind'][]] {
  return isAdmin ? ['instance', 'group', 'project'] : ['group', 'project']
}

/** The service accounts of an instance or an owner, sorted by GitLab. */
export function useServiceAccounts(
  account: string,
  order: Readonly<Ref<ServiceAccountOrder>>,
  owner?: ServiceAccountOwner,
) {
  return usePagedList(
    account,
    () => [owner ? 'ownedServiceAccounts.list' : 'serviceAccounts.list', order.value, owner],
    (latchkey, cursor) => {
      const { column, isDescending } = order.value
      const input = { order_by: column, sort: isDescending ? 'desc' : 'asc', cursor } as const
      const { serviceAccounts, ownedServiceAccounts } = latchkey(account)
      return owner
        ? ownedServiceAccounts.list({ owner: owner.kind, path: owner.path, ...input })
        : serviceAccounts.list(input)
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
