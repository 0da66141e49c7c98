import { computed, ref } from 'vue'
import { mayHaveHappened } from '../../../shared/failure.ts'
import { isSameEmail } from '../../../shared/email-address.ts'
import type { Email } from '../../../shared/service/emails.ts'
import type { Page, ServiceApi } from '../../../shared/service/index.ts'
import type { CurrentUser } from '../../../shared/service/user-fields.ts'
import { allPages } from '../../data/all-pages.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { addressErrors, explained, mergeAddresses, withAnswer } from '../../data/email-addresses.ts'
import type { Address } from '../../data/email-addresses.ts'
import { useAction } from '../../data/use-action.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { useForm } from '../../data/use-form.ts'
import type { FieldErrors } from '../../data/form-field.ts'
import { useAccountQuery } from '../../data/use-service-query.ts'
import { useToast } from '../../ui/use-toast.ts'

/** What is special about whose addresses they are. */
interface EmailPorts {
  /** Reads anew which address is the primary one. */
  owner(): Promise<Pick<CurrentUser, 'email' | 'confirmed_at'>>
  list(cursor: string | undefined): Promise<Page<Email>>
  /** Reads one address; nobody but its owner can. */
  get?(email_id: number): Promise<Email>
  add(email: string, isTrusted: boolean): Promise<unknown>
  remove(email_id: number): Promise<unknown>
  /** Says who has to do what, where an address is not confirmed yet. */
  unconfirmed: string
  /** Whose primary address it is that mail goes to. */
  whose: string
}

/** The addresses of an account; or, for administrators, those of a person, by id. */
export function useEmails(account: string, person?: number) {
  const latchkey = useLatchkey()
  const portsOf = (service: ServiceApi) =>
    person === undefined ? ownPorts(service) : portsFor(service, person)
  const ports = portsOf(latchkey(account))
  const ask = useConfirm()
  const { say } = useToast()
  const list = useAccountQuery(
    account,
    ['addresses', person ?? 'own'],
    (read) => load(portsOf(read(account))),
    { cached: true },
  )
  const changing = useAction()
  /** The address that is being changed or looked at. */
  const current = ref<string>()
  const again = ref<() => unknown>()
  const addresses = computed(() => list.data.value ?? [])
  const primary = computed(() => addresses.value.find(({ isPrimary }) => isPrimary))

  async function load(of = ports): Promise<Address[]> {
    const [owner, listed] = await Promise.all([of.owner(), allPages(of.list)])
    return mergeAddresses(owner, listed)
  }

  const known = (email: string) => addresses.value.find((one) => isSameEmail(one.email, email))

  /** Does something about one address; what failed can be tried again. */
  function about(
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

  /** Looks whether the link to an address was opened meanwhile. */
  function check(address: Address) {
    const { email } = address
    return about(address, 'check', async () => {
      const found = await look(address)
      if (!found) return say(`${email} is not on the account any more.`)
      say(
        found.isConfirmed
          ? `${email} is confirmed.`
          : `${email} is not confirmed yet. ${ports.unconfirmed}`,
      )
    })
  }

  async function look({ email, id }: Address): Promise<Address | undefined> {
    try {
      if (id === undefined || !ports.get) return await lookAtAll(email)
      const found = withAnswer(addresses.value, await ports.get(id))
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
      title: 'Delete this address?',
      text:
        `${email} is taken off the account. Mail that went there goes to ${ports.whose} primary address, ` +
        `${primary.value.email}. To have it back, it must be added and confirmed again.`,
      confirm: 'Delete address',
      dangerous: true,
    })
    if (isSure) await about(address, 'delete', () => take(email, id))
  }

  async function take(email: string, id: number) {
    try {
      await ports.remove(id)
    } catch (error) {
      // Gone already, or an answer that was lost: what is there now decides.
      const failed = failureOf(error)
      if (failed.kind !== 'not-found' && !mayHaveHappened(failed)) throw error
      if (await lookAtAll(email)) throw error
    }
    list.set(addresses.value.filter((one) => one.id !== id))
    say(`${email} was deleted.`)
  }

  /** Adds an address, confirmed at once where it is trusted; answers what the service has then. */
  async function add(email: string, isTrusted: boolean): Promise<Address | undefined> {
    await ports.add(email, isTrusted)
    return lookAtAll(email)
  }

  return {
    /** Tells these addresses from those of others. */
    who: person === undefined ? account : `${person} by ${account}`,
    person,
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
    unconfirmed: ports.unconfirmed,
  }
}

function ownPorts({ emails, user }: ServiceApi): EmailPorts {
  return {
    owner: () => user.get(),
    list: (cursor) => emails.list({ cursor }),
    get: (email_id) => emails.get({ email_id }),
    add: (email) => emails.add({ email }),
    remove: (email_id) => emails.remove({ email_id }),
    unconfirmed: 'Open the link in the mail that was sent to it.',
    whose: 'your',
  }
}

function portsFor({ emails, users }: ServiceApi, id: number): EmailPorts {
  return {
    owner: () => users.get({ id }),
    list: (cursor) => emails.listOf({ id, cursor }),
    add: (email, isTrusted) => emails.addFor({ id, email, skip_confirmation: isTrusted }),
    remove: (email_id) => emails.removeOf({ id, email_id }),
    unconfirmed: 'Its owner has to open the link in the mail that was sent to it.',
    whose: 'their',
  }
}

export type Emails = ReturnType<typeof useEmails>

/** An address that is being added. */
export function useNewEmail({
  who,
  person,
  addresses,
  add,
  lookAtAll,
  unconfirmed,
}: Pick<Emails, 'who' | 'person' | 'addresses' | 'add' | 'lookAtAll' | 'unconfirmed'>) {
  const { say } = useToast()
  const form = useForm({
    key: `email of ${who}`,
    what: 'The new address',
    from: { email: '', isTrusted: false },
    fields: ({ isTrusted }) => ({
      email: {
        // Not of type=email, in which browsers rewrite domains that are not ASCII.
        kind: 'text',
        label: 'Email address',
        placeholder: 'name@example.com',
        isCode: true,
        hint: person === undefined ? ownHint : isTrusted ? trustedHint : theirHint,
      },
      ...(person !== undefined && { isTrusted: trustedField }),
    }),
    check({ email }): FieldErrors {
      const wrong = addressErrors(email, addresses.value)
      return wrong ? { email: wrong } : {}
    },
    explain: ({ fields }) => fields?.email && { ...fields, email: explained(fields.email) },
    async submit({ email, isTrusted }) {
      take(email.trim(), await add(email.trim(), isTrusted))
    },
    async found(thing) {
      const { email } = thing as Email
      take(email, await lookAtAll(email))
    },
  })

  function take(email: string, added: Address | undefined) {
    // What was typed while it was sent stays.
    if (isSameEmail(form.values.email, email)) form.values.email = ''
    form.values.isTrusted = false
    say(
      added?.isConfirmed
        ? `${email} was added and is confirmed.`
        : `${email} was added. ${unconfirmed}`,
    )
  }

  return form
}

const ownHint = 'A mail with a link is sent there; the link confirms the address.'
const theirHint = 'A mail with a link is sent there; its owner confirms the address with it.'
const trustedHint = 'No mail is sent: the address counts as confirmed at once.'
const trustedField = {
  kind: 'switch',
  label: 'Skip confirmation',
  hint: 'Only where you know that the address is theirs: whoever reads its mail can then take over the account.',
} as const
