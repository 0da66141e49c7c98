import { computed, ref } from 'vue'
import { isSameEmail } from '../../../shared/rules/email-address.ts'
import { mayHaveHappened } from '../../../shared/rules/failure.ts'
import { allPages } from '../../bridge/all-pages.ts'
import { type AccountEmail, mergeAddresses } from '../../forms/email-addresses.ts'
import { type LatchkeyClient, failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { listFromQuery } from '../../bridge/list-state.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { type AffectedUser, useConfirm } from '../../components/use-confirm.ts'
import { useAccountQuery } from '../../bridge/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import type { Email } from '../../../shared/gitlab/emails.ts'
import type { Page, ServiceApi } from '../../../shared/gitlab/index.ts'
import type { CurrentUser } from '../../../shared/gitlab/user-fields.ts'

/** The account’s email addresses or, for administrators, another user’s. */
export function useEmails(account: string, owner?: Omit<AffectedUser, 'account'>) {
  const user = owner?.id
  const addresses = useAddresses(account, user)
  const { ports, list, find, set, readAll } = addresses
  const confirm = useConfirm()
  const { showToast } = useToast()
  const changing = useAsyncAction()
  /** The address being checked or deleted. */
  const current = ref<string>()
  const retry = ref<() => unknown>()
  const primary = computed(() => list.items.value.find(({ isPrimary }) => isPrimary))

  /** Runs an action on an address and remembers it for a retry. */
  function change(email: string, action: 'check' | 'delete', work: () => Promise<unknown>) {
    const run = () =>
      changing.run(() => {
        current.value = email
        retry.value = run
        return work()
      }, `${action} ${email}`)
    return run()
  }

  /**
   * Checks whether an address has been confirmed since the list was loaded. Reloads the whole list, because others may
   * have been confirmed, too.
   */
  function check({ email }: AccountEmail) {
    return change(email, 'check', async () => {
      await readAll()
      const entry = find(email)
      if (!entry) return showToast(t('emails.gone', { email }))
      showToast(t(entry.isConfirmed ? 'emails.isConfirmed' : 'emails.isUnconfirmed', { email }))
    })
  }

  /** Deletes an address after confirmation. */
  async function remove({ email, id, isPrimary }: AccountEmail) {
    if (id === undefined || isPrimary || !primary.value) return
    const isSure = await confirm({
      what: owner ? 'delete_user_email' : 'delete_own_email',
      isReversible: false,
      user: owner && { account, ...owner },
      title: t('emails.deleteTitle', { email }),
      text: t('emails.deleteText', { primary: primary.value.email }),
      confirm: t('emails.deleteConfirm'),
    })
    if (isSure) await change(email, 'delete', () => deleteAddress(email, id))
  }

  async function deleteAddress(email: string, id: number) {
    try {
      await ports.remove(id)
    } catch (error) {
      // It may have been deleted even though the response was lost.
      const failure = failureOf(error)
      if (failure.kind !== 'not-found' && !mayHaveHappened(failure)) throw error
      if (await isThere(email, id)) throw error
    }
    set(list.items.value.filter((other) => other.id !== id))
    showToast(t('emails.deleted', { email }))
  }

  async function isThere(email: string, id: number): Promise<boolean> {
    if (!ports.get) {
      await readAll()
      return find(email) !== undefined
    }
    try {
      await ports.get(id)
      return true
    } catch (error) {
      if (failureOf(error).kind === 'not-found') return false
      throw error
    }
  }

  const isBusy = ({ email }: AccountEmail) => changing.busy.value && current.value === email
  return { account, user, owner, ...addresses, primary, changing, retry, isBusy, check, remove }
}

/** Loads and reloads the list of addresses. */
function useAddresses(account: string, user?: number) {
  const latchkey = useLatchkey()
  const ports = emailPorts(latchkey(account), user)
  const query = useAccountQuery(account, ['addresses', user ?? 'own'], load, { cached: true })
  const { set } = query
  const list = listFromQuery(query, (addresses) => addresses)

  async function load(read: LatchkeyClient): Promise<AccountEmail[]> {
    const { owner, list: listPage } = emailPorts(read(account), user)
    return mergeAddresses(...(await Promise.all([owner(), allPages(listPage)])))
  }

  async function readAll() {
    set(await load(latchkey))
  }

  const find = (email: string) => list.items.value.find((other) => isSameEmail(other.email, email))
  return { ports, list, set, find, readAll }
}

export type Emails = ReturnType<typeof useEmails>

/** The calls that differ between your own account and another user. */
interface EmailPorts {
  /** Loads the primary address. */
  owner(): Promise<Pick<CurrentUser, 'email' | 'confirmed_at'>>
  list(cursor: string | undefined): Promise<Page<Email>>
  /** Absent for other users, for whom GitLab has no such call. */
  get?(email_id: number): Promise<unknown>
  add(email: string, isTrusted: boolean): Promise<unknown>
  remove(email_id: number): Promise<unknown>
}

/** The calls for the account’s own addresses, or for another user’s if there is an ID. */
function emailPorts({ emails, user, users }: ServiceApi, id?: number): EmailPorts {
  if (id === undefined) {
    return {
      owner: () => user.get(),
      list: (cursor) => emails.list({ cursor }),
      get: (email_id) => emails.get({ email_id }),
      add: (email) => emails.add({ email }),
      remove: (email_id) => emails.remove({ email_id }),
    }
  }
  return {
    owner: () => users.get({ id }),
    list: (cursor) => emails.listOf({ id, cursor }),
    add: (email, isTrusted) => emails.addFor({ id, email, skip_confirmation: isTrusted }),
    remove: (email_id) => emails.removeOf({ id, email_id }),
  }
}
