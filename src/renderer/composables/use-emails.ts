import { computed, ref } from 'vue'
import { allPages } from '../all-pages.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import {
  addressErrors,
  explained,
  isSameAddress,
  mergeAddresses,
  withAnswer,
} from '../screens/emails/addresses.ts'
import type { Address } from '../screens/emails/addresses.ts'
import { useAction } from './use-action.ts'
import { useConfirm } from './use-confirm.ts'
import { useResource } from './use-resource.ts'
import { useResults } from './use-results.ts'

/** The addresses of an account, and what can be done with each. */
export function useEmails(account: string) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const { say } = useResults()
  const list = useResource(account, load)
  const changing = useAction()
  /** The address that is being changed or looked at. */
  const current = ref<string>()
  const again = ref<() => unknown>()
  const addresses = computed(() => list.data.value ?? [])
  const primary = computed(() => addresses.value.find(({ isPrimary }) => isPrimary))

  async function load(): Promise<Address[]> {
    const { emails, user } = latchkey(account)
    const [me, listed] = await Promise.all([
      user.get(),
      allPages((cursor) => emails.list({ cursor })),
    ])
    return mergeAddresses(me, listed)
  }

  const known = (email: string) => addresses.value.find((one) => isSameAddress(one.email, email))

  /** Does something about one address; what failed can be tried again. */
  function about(address: Address, work: () => Promise<unknown>): Promise<boolean> {
    if (!changing.busy.value) {
      current.value = address.email
      again.value = () => about(address, work)
    }
    return changing.run(work)
  }

  /** Looks whether the link to an address was opened meanwhile. */
  function check(address: Address) {
    const { email } = address
    return about(address, async () => {
      const found = await look(address)
      if (!found) return say(`${email} is not on the account any more.`)
      say(
        found.isConfirmed
          ? `${email} is confirmed.`
          : `${email} is not confirmed yet. Open the link in the mail that was sent to it.`,
      )
    })
  }

  async function look({ email, id }: Address): Promise<Address | undefined> {
    try {
      if (id === undefined) return await lookAtAll(email)
      const found = withAnswer(
        addresses.value,
        await latchkey(account).emails.get({ email_id: id }),
      )
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
        `${email} is taken off the account. Mail that went there goes to your primary address, ` +
        `${primary.value.email}. To have it back, it must be added and confirmed again.`,
      confirm: 'Delete address',
      dangerous: true,
    })
    if (isSure) await about(address, () => take(email, id))
  }

  async function take(email: string, id: number) {
    try {
      await latchkey(account).emails.remove({ email_id: id })
    } catch (error) {
      // Gone already, or an answer that was lost: what is there now decides.
      if (!['not-found', 'unknown-outcome'].includes(failureOf(error).kind)) throw error
      if (await lookAtAll(email)) throw error
    }
    list.set(addresses.value.filter((one) => one.id !== id))
    say(`${email} was deleted.`)
  }

  /** Adds an address; answers what the service has then. */
  async function add(email: string): Promise<Address | undefined> {
    try {
      await latchkey(account).emails.add({ email })
    } catch (error) {
      if (failureOf(error).kind !== 'unknown-outcome') throw error
      if (!(await lookAtAll(email))) throw error
    }
    return lookAtAll(email)
  }

  return { list, addresses, primary, changing, current, again, check, remove, add }
}

export type Emails = ReturnType<typeof useEmails>

/** The address that is being typed; it stays until the service has it. */
export function useNewEmail({ addresses, add }: Pick<Emails, 'addresses' | 'add'>) {
  const { say } = useResults()
  const { run, busy, failure } = useAction()
  const typed = ref('')
  const wrong = ref<string[]>()
  const errors = computed(() => wrong.value ?? explained(failure.value?.fields?.email))
  const isDirty = computed(() => typed.value.trim() !== '')

  function type(text: string) {
    typed.value = text
    wrong.value = undefined
    if (failure.value?.fields?.email) failure.value = undefined
  }

  async function send() {
    wrong.value = addressErrors(typed.value, addresses.value)
    if (wrong.value) return
    await run(async () => {
      const email = typed.value.trim()
      const added = await add(email)
      type('')
      say(
        added?.isConfirmed
          ? `${email} was added and is confirmed.`
          : `${email} was added. Open the link in the mail that was sent to it.`,
      )
    })
  }

  return { typed, type, errors, isDirty, busy, failure, send }
}
