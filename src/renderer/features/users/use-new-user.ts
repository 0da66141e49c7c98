import { useRouter } from 'vue-router'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { compareUser } from '../../../shared/user-comparison.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { ignoredInCreation } from './form/edit-messages.ts'
import { createOf, freshDraft } from './form/user-draft.ts'
import { nameInWords } from '../../data/shown-name.ts'
import { useAvatarEditor } from '../../data/avatar-editor/use-avatar-editor.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useUserForm } from './form/use-user-form.ts'

/** Somebody who is being made, with their picture. */
export function useNewUser(account: string) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const { say } = useToast()
  const editor = useAvatarEditor(account)
  const fresh = freshDraft()
  const form = useUserForm({
    mode: 'create',
    key: `user new by ${account}`,
    what: 'The new person',
    from: fresh,
    start: { ...fresh, reset_password: 'yes' },
    alsoLost: editor.isDirty,
    // Only an address that nobody has to confirm is theirs from the start.
    suggestions: ({ skip_confirmation, email }) =>
      skip_confirmation === 'yes' ? [email.trim()] : [],
    async submit(draft) {
      const { user, ignored } = await latchkey(account).userEdits.create(createOf(draft))
      await goOn(user, ignored)
    },
    async found(thing) {
      const found = thing as AdminUser
      const user = await latchkey(account)
        .users.get({ id: found.id })
        .catch(() => found)
      await goOn(user, compareUser(createOf(form.values), user).ignored)
    },
  })

  /** Shows the page of somebody who was created. */
  async function goOn(user: AdminUser, ignored: readonly string[]) {
    const parts = [
      `${nameInWords(user)} was created.`,
      ignoredInCreation(ignored),
      nextStep(user),
      await addPicture(user),
    ]
    say(parts.filter(Boolean).join(' '))
    form.reset()
    await router.push({ name: 'admin-person', params: { account, id: user.id } })
  }

  /** The person is there, whatever becomes of the picture. */
  async function addPicture({ id }: AdminUser): Promise<string> {
    try {
      const picture = await editor.prepared()
      if (picture) await latchkey(account).avatars.setFor({ user_id: id, ...picture.input })
      return ''
    } catch (error) {
      return `The picture is not there yet: ${failureOf(error).message}`
    } finally {
      editor.cancel()
    }
  }

  return { form, editor }
}

function nextStep({ confirmed_at: confirmed, email }: AdminUser): string {
  return confirmed === null ? `A link was sent to ${email}, which has to be opened first.` : ''
}
