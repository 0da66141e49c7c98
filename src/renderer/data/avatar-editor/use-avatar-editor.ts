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
import { useToast } from '../../ui/use-toast.ts'

/** What is going on: nothing, or one step of what a person can still cancel. */
export type AvatarStep = 'idle' | 'reading' | 'preparing' | 'sending'

/** A picture on its way to become the avatar of an account, or, for administrators, of the person with that id. */
export function useAvatarEditor(account: string, person?: number) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()
  const { say } = useToast()
  const picture = shallowRef<OpenPicture>()
  const crop = ref<Crop>({ x: 0, y: 0, zoom: 1 })
  const sendsOriginal = ref(false)
  const step = ref<AvatarStep>('idle')
  const failure = shallowRef<Failure>()
  /** Counts up with everything that makes what is under way void. */
  let turn = 0

  const originalFits = computed(
    () =>
      picture.value !== undefined &&
      picture.value.file.size <= avatarLimit &&
      picture.value.kind !== 'image/avif',
  )
  /** The part that will be seen: of a file that is sent as it is, the middle. */
  const shownCrop = computed(() =>
    sendsOriginal.value && picture.value ? wholeCrop(picture.value.bitmap) : crop.value,
  )

  /** Reads a picture in place of the one before; one that cannot be read leaves that one. */
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
      const sent = await upload(await written(picture.value))
      if (mine !== turn) return
      step.value = 'sending'
      await send(sent, mine)
    } catch (error) {
      if (mine === turn) failure.value = failureOf(error)
    } finally {
      if (mine === turn) step.value = 'idle'
    }
  }

  async function written(opened: OpenPicture): Promise<Blob> {
    if (sendsOriginal.value && originalFits.value) {
      return opened.file.slice(0, opened.file.size, opened.kind)
    }
    const blob = await encodeCrop(crop.value, opened)
    if (!blob) throw new Error('No way to write the picture fits.')
    return blob
  }

  async function send({ input, dataUrl }: Upload, mine: number) {
    const shown = person ?? accounts.byId(account)?.user.id
    const { picture: taken } = await (person === undefined
      ? latchkey(account).avatars.set(input)
      : latchkey(account).avatars.setFor({ user_id: person, ...input }))
    if (shown !== undefined) avatars.put(account, shown, taken ?? dataUrl)
    const whose = person === undefined ? 'your' : 'their'
    if (mine !== turn) return say(`The picture had arrived already: it is ${whose} new one.`)
    say(`This is ${whose} new picture.`)
    close()
  }

  /** The picture made ready to be handed over later, where one was chosen. */
  const prepared = async () => (picture.value ? upload(await written(picture.value)) : undefined)

  /** Stops what is under way; while nothing is, puts the picture away. */
  function cancel() {
    turn += 1
    if (step.value === 'idle') close()
    if (step.value === 'sending') say('Stopped waiting. The picture may have arrived all the same.')
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
