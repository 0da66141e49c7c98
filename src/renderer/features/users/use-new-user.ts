import { useRouter } from 'vue-router'
import type { UserForAdmins } from '../../../shared/gitlab/user-fields.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { ignoredUserFieldsMessage } from './form/edit-messages.ts'
import { draftToNewUser, freshUserDraft } from './form/user-draft.ts'
import { nameInSentence } from '../../components/shown-name.ts'
import { useAvatarEditor } from '../../components/avatar-editor/use-avatar-editor.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { useUserForm } from './form/use-user-form.ts'

/** The form for a new user, including the avatar. */
export function useNewUser(account: string) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const { showToast } = useToast()
  const editor = useAvatarEditor(account)
  const fresh = freshUserDraft()
  const form = useUserForm({
    mode: 'create',
    key: `user new by ${account}`,
    from: fresh,
    start: { ...fresh, reset_password: 'yes' },
    alsoLost: editor.isDirty,
    // The new address is only confirmed if it skips confirmation.
    suggestions: ({ skip_confirmation, email }) =>
      skip_confirmation === 'yes' ? [email.trim()] : [],
    async submit(draft) {
      const { user, ignored } = await latchkey(account).userEdits.create(draftToNewUser(draft))
      await openUser(user, ignored)
    },
  })

  /** Opens the new user’s page. */
  async function openUser(user: UserForAdmins, ignored: readonly string[]) {
    const parts = [
      t('editing.created', { user: nameInSentence(user) }),
      ignoredUserFieldsMessage(ignored),
      nextStep(user),
      await addPicture(user),
    ]
    showToast(parts.filter(Boolean).join(' '))
    form.reset()
    await router.push({ name: 'admin-user', params: { account, id: user.id } })
  }

  /** Uploads the avatar. Returns any failure instead of throwing, because the user already exists. */
  async function addPicture({ id }: UserForAdmins): Promise<string> {
    try {
      const picture = await editor.prepareUpload()
      if (picture) await latchkey(account).avatars.setFor({ user_id: id, ...picture.input })
      return ''
    } catch (error) {
      return t('editing.avatarFailed', { reason: failureOf(error).message })
    } finally {
      editor.cancel()
    }
  }

  return { form, editor }
}

function nextStep({ confirmed_at: confirmed, email }: UserForAdmins): string {
  return confirmed === null ? t('editing.emailConfirmationSent', { email: email ?? '' }) : ''
}
