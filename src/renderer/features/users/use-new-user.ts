import { useRouter } from 'vue-router'
import type { AdminUser } from '../../../shared/service/user-fields.ts'
import { compareUser } from '../../../shared/user-comparison.ts'
import { failureOf, useLatchkey } from '../../data/latchkey.ts'
import { ignoredInCreation } from './form/edit-messages.ts'
import { createOf, freshDraft } from './form/user-draft.ts'
import { nameInWords } from '../../data/shown-name.ts'
import { useAvatarEditor } from '../../data/avatar-editor/use-avatar-editor.ts'
import type { FoundThing } from '../../data/use-lost-create.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useUserForm } from './form/use-user-form.ts'

/** Somebody who is being made, with their picture. */
export function useNewUser(account: string) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const { say } = useToast()
  const editor = useAvatarEditor(account)
  const fresh = freshDraft()
  const form = useUserForm('create', `new by ${account}`, fresh, {
    ...fresh,
    reset_password: 'yes',
  })

  /** Answers whether somebody was made; their page is shown then. */
  async function create(): Promise<boolean> {
    return form.send(async () => {
      const { user, ignored } = await latchkey(account).userEdits.create(createOf(form.draft))
      await goOn(user, ignored)
    })
  }

  /** Goes on with somebody who was found although the answer was lost. */
  async function there(thing: FoundThing): Promise<void> {
    form.failure.value = undefined
    const found = thing as AdminUser
    const user = await latchkey(account)
      .users.get({ id: found.id })
      .catch(() => found)
    return goOn(user, compareUser(createOf(form.draft), user).ignored)
  }

  async function goOn(user: AdminUser, ignored: readonly string[]) {
    form.isDone.value = true
    const parts = [
      `${nameInWords(user)} was created.`,
      ignoredInCreation(ignored),
      nextStep(user),
      await addPicture(user),
    ]
    say(parts.filter(Boolean).join(' '))
    await router.push({ name: 'admin-person', params: { account, id: user.id } })
  }

  /** The person is there, whatever becomes of the picture. */
  async function addPicture({ id }: AdminUser): Promise<string> {
    try {
      const picture = await editor.prepared()
      if (picture) await latchkey(account).avatars.setFor({ user_id: id, ...picture.input })
      editor.cancel()
      return ''
    } catch (error) {
      return `The picture is not there yet: ${failureOf(error).message}`
    }
  }

  return { form, editor, create, there }
}

function nextStep({ confirmed_at: confirmed, email }: AdminUser): string {
  return confirmed === null ? `A link was sent to ${email}, which has to be opened first.` : ''
}
