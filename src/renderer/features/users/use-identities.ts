import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { bidiIsolate } from '../../ui/bidi-isolate.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { lossOf, identitiesOf } from './tabs/identities.ts'
import type { Identity } from './tabs/identities.ts'
import { useAction } from '../../data/use-action.ts'
import { useConfirm } from '../../data/use-confirm.ts'
import { useToast } from '../../ui/use-toast.ts'

/** Takes identities from a person, and puts them back; `changed` is called where the person should be read again. */
export function useIdentities(account: string, user: () => AdminUser, changed: () => void) {
  const latchkey = useLatchkey()
  const ask = useConfirm()
  const { say } = useToast()
  const removing = useAction()

  async function remove(identity: Identity) {
    const { provider } = identity
    const { id, name } = user()
    const all = identitiesOf(user())
    const isSure = await ask({
      title: `Delete the identity of ${provider}?`,
      text: lossOf(identity, all, bidiIsolate(name)),
      confirm: 'Delete identity',
      dangerous: true,
    })
    if (!isSure) return
    await removing.run(async () => {
      try {
        await latchkey(account).users.removeIdentity({ id, provider })
        // Of one for a group, the service shows the SAML provider and wants the group, so it cannot be put back.
        const isWhole =
          all.filter((one) => one.provider === provider).length === 1 &&
          identity.samlProviderId === undefined
        const undo = { label: 'Undo', run: () => putBack(id, identity) }
        say(
          `The identity of ${provider} was deleted.`,
          identity.externUid && isWhole ? undo : undefined,
        )
      } catch (error) {
        if (failureOf(error).kind !== 'not-found') throw error
        say(`There was no identity of ${provider} any more.`)
      }
      changed()
    }, provider)
  }

  async function putBack(id: number, { provider, externUid }: Identity) {
    try {
      const { left, ignored } = await latchkey(account).userEdits.undo({
        id,
        base: { extern_uid: null },
        changes: { provider, extern_uid: externUid },
      })
      const isThere = left.length + ignored.length === 0
      say(
        isThere
          ? `The identity of ${provider} is there again.`
          : `The identity of ${provider} was not put back: the service has another one by now.`,
      )
    } catch (error) {
      const { message, hint } = failureOf(error)
      say([message, hint].filter(Boolean).join(' '))
    }
    changed()
  }

  return { removing, remove }
}
