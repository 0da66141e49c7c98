import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import type { Failure } from '../../../shared/rules/failure.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { useAccountsStore } from '../../stores/accounts.ts'
import { useAvatarsStore } from '../../stores/avatars.ts'
import { type Crop, fullCrop } from './crop.ts'
import { canSendOriginal, encodePicture } from './encode.ts'
import { type OpenPicture, openPicture } from './open-picture.ts'
import type { avatarTypes } from '../../../shared/operations/avatars.ts'

/** The current step. Every step but `idle` can be canceled. */
export type AvatarStep = 'idle' | 'reading' | 'preparing' | 'sending'

/** Crops and uploads an account’s avatar or, for administrators, another user’s. */
export function useAvatarEditor(account: string, user?: number) {
  const { showToast } = useToast()
  const send = useAvatarUpload(account, user)
  const { step, failure, runStep, cancelStep } = useSteps()
  const picture = shallowRef<OpenPicture>()
  const crop = ref<Crop>({ x: 0, y: 0, zoom: 1 })
  const sendsOriginal = ref(false)

  const originalFits = computed(() => picture.value !== undefined && canSendOriginal(picture.value))
  /** The crop on display, which is centered if the original file will be sent. */
  const shownCrop = computed(() =>
    sendsOriginal.value && picture.value ? fullCrop(picture.value.bitmap) : crop.value,
  )

  /** Opens another image, keeping the current one on failure. */
  async function open(file: File) {
    if (step.value === 'sending') return
    await runStep('reading', async (signal) => {
      const opened = await openPicture(file)
      if (signal.aborted) return opened.bitmap.close()
      close()
      picture.value = opened
      crop.value = fullCrop(opened.bitmap)
      // Cropping would lose the animation.
      sendsOriginal.value = opened.isAnimated && canSendOriginal(opened)
    })
  }

  async function save() {
    if (step.value !== 'idle') return
    await runStep('preparing', async (signal) => {
      const encoded = await prepareUpload()
      if (!encoded || signal.aborted) return
      step.value = 'sending'
      await send(encoded)
      if (signal.aborted) return showToast(t('avatar.updatedAnyway'))
      showToast(t('avatar.updated'))
      close()
    })
  }

  /** Encodes the selected image for a later upload. */
  async function prepareUpload(): Promise<Upload | undefined> {
    if (!picture.value) return undefined
    const asOriginal = sendsOriginal.value && originalFits.value
    return upload(await encodePicture(picture.value, crop.value, asOriginal))
  }

  /** Cancels the current step or, if idle, closes the image. */
  function cancel() {
    if (step.value === 'idle') close()
    if (step.value === 'sending') showToast(t('avatar.stopped'))
    cancelStep()
  }

  function close() {
    picture.value?.bitmap.close()
    picture.value = undefined
    sendsOriginal.value = false
  }
  onScopeDispose(close)

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
    prepareUpload,
    cancel,
  }
}

export type AvatarEditor = ReturnType<typeof useAvatarEditor>

/** Tracks the current step and its failure. Starting a step cancels the previous one. */
function useSteps() {
  const step = ref<AvatarStep>('idle')
  const failure = shallowRef<Failure>()
  let controller = new AbortController()

  async function runStep(first: AvatarStep, work: (signal: AbortSignal) => Promise<unknown>) {
    cancelStep()
    const { signal } = controller
    step.value = first
    try {
      await work(signal)
    } catch (error) {
      if (!signal.aborted) failure.value = failureOf(error)
    } finally {
      if (!signal.aborted) step.value = 'idle'
    }
  }

  function cancelStep() {
    controller.abort()
    controller = new AbortController()
    step.value = 'idle'
    failure.value = undefined
  }
  onScopeDispose(cancelStep)

  return { step, failure, runStep, cancelStep }
}

/** Returns a function that uploads an image and updates every screen. */
function useAvatarUpload(account: string, user: number | undefined) {
  const latchkey = useLatchkey()
  const accounts = useAccountsStore()
  const avatars = useAvatarsStore()

  return async ({ input, dataUrl }: Upload): Promise<void> => {
    const id = user ?? accounts.byId(account)?.user.id
    const { picture } = await (user === undefined
      ? latchkey(account).avatars.set(input)
      : latchkey(account).avatars.setFor({ user_id: user, ...input }))
    if (id !== undefined) avatars.put(account, id, picture ?? dataUrl)
  }
}

/** An image in the forms to upload and display. */
interface Upload {
  input: { filename: string; type: (typeof avatarTypes)[number]; base64: string }
  dataUrl: string
}

/** Prepares an image for upload. Core adds the file extension. */
async function upload(picture: Blob): Promise<Upload> {
  const dataUrl = await dataUrlOf(picture)
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  return {
    input: { filename: 'avatar', type: picture.type as Upload['input']['type'], base64 },
    dataUrl,
  }
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
