import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/failure.ts'
import { failureOf, useLatchkey } from '../latchkey.ts'
import { wholeCrop } from './crop.ts'
import type { Crop } from './crop.ts'
import { avatarLimit } from '../../../shared/limits.ts'
import { encodeCrop } from './encode.ts'
import { openPicture } from './open-picture.ts'
import type { OpenPicture } from './open-picture.ts'
import { upload } from './upload.ts'
import type { Upload } from './upload.ts'
import { useAccountsStore } from '../stores/accounts.ts'
import { useAvatarsStore } from '../stores/avatars.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'

/** The current step; all but `idle` can be canceled. */
export type AvatarStep = 'idle' | 'reading' | 'preparing' | 'sending'

/** Crops and uploads the avatar of an account; or, for administrators, of the user with that ID. */
export function useAvatarEditor(account: string, user?: number) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()
  const { say } = useToast()
  const picture = shallowRef<OpenPicture>()
  const crop = ref<Crop>({ x: 0, y: 0, zoom: 1 })
  const sendsOriginal = ref(false)
  const step = ref<AvatarStep>('idle')
  const failure = shallowRef<Failure>()
  /** Increases with every step, so that the result of an outdated one is dropped. */
  let turn = 0

  const originalFits = computed(
    () =>
      picture.value !== undefined &&
      picture.value.file.size <= avatarLimit &&
      picture.value.kind !== 'image/avif',
  )
  /** The visible part: of an original file, the middle. */
  const shownCrop = computed(() =>
    sendsOriginal.value && picture.value ? wholeCrop(picture.value.bitmap) : crop.value,
  )

  /** Opens an image instead of the current one, which stays if it can’t be read. */
  async function open(file: File) {
    if (step.value === 'sending') return
    const mine = ++turn
    step.value = 'reading'
    failure.value = undefined
    try {
      const opened = await openPicture(file)
      if (mine !== turn) return opened.bitmap.close()
      close()
      picture.value = opened
      crop.value = wholeCrop(opened.bitmap)
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    } finally {
      if (mine === turn) step.value = 'idle'
    }
  }

  async function save() {
    if (!picture.value || step.value !== 'idle') return
    const mine = ++turn
    failure.value = undefined
    step.value = 'preparing'
    try {
      const sent = await upload(await encoded(picture.value))
      if (mine !== turn) return
      step.value = 'sending'
      await send(sent, mine)
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    } finally {
      if (mine === turn) step.value = 'idle'
    }
  }

  async function encoded(opened: OpenPicture): Promise<Blob> {
    if (sendsOriginal.value && originalFits.value) {
      return opened.file.slice(0, opened.file.size, opened.kind)
    }
    const blob = await encodeCrop(crop.value, opened)
    if (!blob) throw new Error('No way to write the picture fits.')
    return blob
  }

  async function send({ input, dataUrl }: Upload, mine: number) {
    const shown = user ?? accounts.byId(account)?.user.id
    const { picture: taken } = await (user === undefined
      ? latchkey(account).avatars.set(input)
      : latchkey(account).avatars.setFor({ user_id: user, ...input }))
    if (shown !== undefined) avatars.put(account, shown, taken ?? dataUrl)
    if (mine !== turn) return say(t('avatar.updatedAnyway'))
    say(t('avatar.updated'))
    close()
  }

  /** The chosen image, ready to be sent later. */
  const prepared = async () => (picture.value ? upload(await encoded(picture.value)) : undefined)

  /** Cancels the current step, or closes the image while idle. */
  function cancel() {
    turn += 1
    if (step.value === 'idle') close()
    if (step.value === 'sending') say(t('avatar.stopped'))
    step.value = 'idle'
    failure.value = undefined
  }

  function close() {
    picture.value?.bitmap.close()
    picture.value = undefined
    sendsOriginal.value = false
  }

  onScopeDispose(() => {
    turn += 1
    close()
  })

  return {
    picture,
    crop,
    shownCrop,
    sendsOriginal,
    originalFits,
    step,
    failure,
    isDirty: computed(() => picture.value !== undefined),
    open,
    save,
    prepared,
    cancel,
  }
}

export type AvatarEditor = ReturnType<typeof useAvatarEditor>
