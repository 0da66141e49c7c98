import { computed, ref } from 'vue'
import { mayHaveHappened } from '../../../shared/failure.ts'
import { isSameEmail } from '../../../shared/email-address.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import type { Email } from '../../../shared/service/emails.ts'
import type { Page, ServiceApi } from '../../../shared/service/index.ts'
import type { CurrentUser } from '../../../shared/service/user-fields.ts'
import { allPages } from '../../data/all-pages.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import {
  addressErrors,
  explainAddressErrors,
  mergeAddresses,
  replaceAddress,
} from '../../data/email-addresses.ts'
import type { Address } from '../../data/email-addresses.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { useForm } from '../../data/use-form.ts'
import type { FieldErrors } from '../../data/form-field.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** How the addresses of one’s own account and of another user differ. */
interface EmailPorts {
  /** Reads the primary address. */
  owner(): Promise<Pick<CurrentUser, 'email' | 'confirmed_at'>>
  list(cursor: string | undefined): Promise<Page<Email>>
  /** Reads one address; only its owner can. */
  get?(email_id: number): Promise<Email>
  add(email: string, isTrusted: boolean): Promise<unknown>
  remove(email_id: number): Promise<unknown>
  messages: EmailMessages
}

/** The addresses of an account; or, for administrators, those of the user with that ID. */
export function useEmails(account: string, user?: number) {
  const latchkey = useLatchkey()
  const portsOf = (service: ServiceApi) =>
    user === undefined ? ownPorts(service) : portsFor(service, user)
  const ports = portsOf(latchkey(account))
  const ask = useConfirm()
  const { say } = useToast()
  const list = useAccountQuery(
    account,
    ['addresses', user ?? 'own'],
    (read) => load(portsOf(read(account))),
    { cached: true },
  )
  const changing = useAsyncAction()
  /** The address that is being changed or checked. */
  const current = ref<string>()
  const again = ref<() => unknown>()
  const addresses = computed(() => list.data.value ?? [])
  const primary = computed(() => addresses.value.find(({ isPrimary }) => isPrimary))

  async function load(of = ports): Promise<Address[]> {
    const [owner, listed] = await Promise.all([of.owner(), allPages(of.list)])
    return mergeAddresses(owner, listed)
  }

  const known = (email: string) => addresses.value.find((one) => isSameEmail(one.email, email))

  /** Runs an action on one address, and remembers it for a retry. */
  function change(
    { email }: Address,
    what: 'check' | 'delete',
    work: () => Promise<unknown>,
  ): Promise<boolean> {
    const act = () =>
      changing.run(() => {
        current.value = email
        again.value = act
        return work()
      }, `${what} ${email}`)
    return act()
  }

  /** Checks whether an address was confirmed meanwhile. */
  function check(address: Address) {
    const { email } = address
    return change(address, 'check', async () => {
      const found = await look(address)
      if (!found) return say(t('emails.gone', { email }))
      say(t(found.isConfirmed ? 'emails.isConfirmed' : ports.messages.isUnconfirmed, { email }))
    })
  }

  async function look({ email, id }: Address): Promise<Address | undefined> {
    try {
      if (id === undefined || !ports.get) return await lookAtAll(email)
      const found = replaceAddress(addresses.value, await ports.get(id))
      list.set(found)
    } catch (error) {
      if (failureOf(error).kind !== 'not-found') throw error
      return lookAtAll(email)
    }
    return known(email)
  }

  async function lookAtAll(email: string) {
    list.set(await load())
    return known(email)
  }

  async function remove(address: Address) {
    const { email, id } = address
    if (id === undefined || address.isPrimary || !primary.value) return
    const isSure = await ask({
      title: t('emails.deleteTitle', { email }),
      text: t(ports.messages.deleteText, { primary: primary.value.email }),
      confirm: t('emails.deleteConfirm'),
      dangerous: true,
    })
    if (isSure) await change(address, 'delete', () => deleteAddress(email, id))
  }

  async function deleteAddress(email: string, id: number) {
    try {
      await ports.remove(id)
    } catch (error) {
      // It may be deleted already, also if the answer was lost.
      const failed = failureOf(error)
      if (failed.kind !== 'not-found' && !mayHaveHappened(failed)) throw error
      if (await lookAtAll(email)) throw error
    }
    list.set(addresses.value.filter((one) => one.id !== id))
    say(t('emails.deleted', { email }))
  }

  /** Adds an address, confirmed immediately if it is trusted, and returns it as the service has it. */
  async function add(email: string, isTrusted: boolean): Promise<Address | undefined> {
    await ports.add(email, isTrusted)
    return lookAtAll(email)
  }

  return {
    /** Identifies the user whose addresses these are. */
    who: user === undefined ? account : `${user} by ${account}`,
    user,
    list,
    addresses,
    primary,
    changing,
    current,
    again,
    check,
    remove,
    add,
    lookAtAll,
    messages: ports.messages,
  }
}

const ownMessages = {
  isUnconfirmed: 'emails.isUnconfirmed',
  added: 'emails.added',
  addressHint: 'emails.addressHint',
  deleteText: 'emails.deleteText',
} satisfies Record<string, MessageId>

type EmailMessages = Record<keyof typeof ownMessages, MessageId>

const messagesForUser: EmailMessages = {
  isUnconfirmed: 'emails.isUnconfirmedForUser',
  added: 'emails.addedForUser',
  addressHint: 'emails.addressHintForUser',
  deleteText: 'emails.deleteTextForUser',
}

function ownPorts({ emails, user }: ServiceApi): EmailPorts {
  return {
    owner: () => user.get(),
    list: (cursor) => emails.list({ cursor }),
    get: (email_id) => emails.get({ email_id }),
    add: (email) => emails.add({ email }),
    remove: (email_id) => emails.remove({ email_id }),
    messages: ownMessages,
  }
}

function portsFor({ emails, users }: ServiceApi, id: number): EmailPorts {
  return {
    owner: () => users.get({ id }),
    list: (cursor) => emails.listOf({ id, cursor }),
    add: (email, isTrusted) => emails.addFor({ id, email, skip_confirmation: isTrusted }),
    remove: (email_id) => emails.removeOf({ id, email_id }),
    messages: messagesForUser,
  }
}

export type Emails = ReturnType<typeof useEmails>

/** The form for a new address. */
export function useNewEmail({
  who,
  user,
  addresses,
  add,
  lookAtAll,
  messages,
}: Pick<Emails, 'who' | 'user' | 'addresses' | 'add' | 'lookAtAll' | 'messages'>) {
  const { say } = useToast()
  const form = useForm({
    key: `email of ${who}`,
    from: { email: '', isTrusted: false },
    fields: ({ isTrusted }) => ({
      email: {
        // Not type=email, because browsers rewrite non-ASCII domains there.
        kind: 'text',
        label: t('emails.address'),
        placeholder: t('emails.addressPlaceholder'),
        isCode: true,
        hint: t(isTrusted ? 'emails.addressHintSkip' : messages.addressHint),
      },
      ...(user !== undefined && {
        isTrusted: {
          kind: 'switch',
          label: t('emails.skipConfirmation'),
          hint: t('emails.skipConfirmationHint'),
        },
      }),
    }),
    check({ email }): FieldErrors {
      const wrong = addressErrors(email, addresses.value)
      return wrong ? { email: wrong } : {}
    },
    explain: ({ fields }) =>
      fields?.email && { ...fields, email: explainAddressErrors(fields.email) },
    async submit({ email, isTrusted }) {
      finish(email.trim(), await add(email.trim(), isTrusted))
    },
    async found(thing) {
      const { email } = thing as Email
      finish(email, await lookAtAll(email))
    },
  })

  function finish(email: string, added: Address | undefined) {
    // Something typed meanwhile stays.
    if (isSameEmail(form.values.email, email)) form.values.email = ''
    form.values.isTrusted = false
    say(t(added?.isConfirmed ? 'emails.addedConfirmed' : messages.added, { email }))
  }

  return form
}
