import { useRouter } from 'vue-router'
import type { AdminListUser } from '../../shared/service/user-fields.ts'
import { ignoredWords } from '../ignored-fields.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import { labelsOf } from '../screens/admin/user-form/change-words.ts'
import {
  creationOf,
  draftOf,
  freshDraft,
  ignoredFields,
} from '../screens/admin/user-form/user-draft.ts'
import { nameInWords } from '../shown-name.ts'
import { useAvatarEditor } from './use-avatar-editor.ts'
import type { FoundThing } from './use-lost-creation.ts'
import { useResults } from './use-results.ts'
import { useUserForm } from './use-user-form.ts'

/** Somebody who is being made, with their picture. */
export function useNewUser(account: string) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const { say } = useResults()
  const editor = useAvatarEditor(account)
  const fresh = freshDraft()
  const form = useUserForm('create', `new by ${account}`, fresh, {
    ...fresh,
    reset_password: 'yes',
  })

  /** Answers whether somebody was made; their page is shown then. */
  async function create(): Promise<boolean> {
    return form.send(async () => goOn(await latchkey(account).users.create(creationOf(form.draft))))
  }

  /** Goes on with somebody who was found although the answer was lost. */
  function there(thing: FoundThing): Promise<void> {
    form.failure.value = undefined
    return goOn(thing as AdminListUser)
  }

  async function goOn(user: AdminListUser) {
    form.isDone.value = true
    say(
      [
        `${nameInWords(user)} was created.`,
        nextStep(user),
        ignoredWords(labelsOf(ignored(user))),
        await addPicture(user),
      ]
        .filter(Boolean)
        .join(' '),
    )
    await router.push({ name: 'admin-person', params: { account, id: user.id } })
  }

  /** Fields that the service ignored. The answer to a creation has no pronouns, so those can't be checked. */
  function ignored(user: AdminListUser) {
    return ignoredFields(fresh, form.draft, draftOf(user)).filter((name) => name !== 'pronouns')
  }

  /** The person is there, whatever becomes of the picture. */
  async function addPicture({ id }: AdminListUser): Promise<string> {
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

function nextStep({ confirmed_at: confirmed, email }: AdminListUser): string {
  return confirmed === null ? `A link was sent to ${email}, which has to be opened first.` : ''
}
