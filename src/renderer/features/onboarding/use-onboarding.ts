import { computed, reactive, ref, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { OnboardingCheck } from '../../../shared/app/onboarding.ts'
import type { OnboardingField } from '../../../shared/onboarding.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useLeaveGuard } from '../../data/use-confirm.ts'
import { downloadText } from '../../ui/download.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { onboardingTextLimit } from '../../../shared/limits.ts'

/** New users from a file or pasted rows, until they are created by a run. */
export function useOnboarding(account: string) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const { showToast } = useToast()
  const { run, runNow, busy, failure } = useAsyncAction()
  const source = reactive({ filename: '', text: '', domains: '', skipConfirmation: false })
  const fileProblem = ref('')
  /** Guessed until the user changes them. */
  const hasHeader = ref<boolean>()
  const fields = shallowRef<(OnboardingField | null)[]>()
  const check = shallowRef<OnboardingCheck>()
  const isStarted = ref(false)
  useLeaveGuard(
    computed(() => source.text.trim() !== '' && !isStarted.value),
    { title: t('onboarding.leaveTitle'), text: t('onboarding.leaveText') },
  )

  const toInput = () => ({
    text: source.text,
    hasHeader: hasHeader.value,
    fields: fields.value,
    domains: source.domains.split(/[\s,;@]+/).filter((domain) => domain !== ''),
    skipConfirmation: source.skipConfirmation,
  })

  let latest = 0
  /** Checks the rows; only the last of several checks counts. */
  function checkRows() {
    const own = ++latest
    return runNow(async () => {
      const checked = await latchkey(account).onboarding.check(toInput())
      if (own === latest) check.value = checked
    })
  }

  watch([hasHeader, fields, () => source.domains, () => source.skipConfirmation], () => {
    if (check.value) void checkRows()
  })

  /** Another text has other columns. */
  watch(
    () => source.text,
    () => {
      check.value = undefined
      hasHeader.value = undefined
      fields.value = undefined
      failure.value = undefined
    },
    { flush: 'sync' },
  )

  async function readFile(file: File) {
    const read = await readTextFile(file)
    fileProblem.value = 'problem' in read ? read.problem : ''
    if (!('text' in read)) return
    source.filename = file.name
    source.text = read.text
    await checkRows()
  }

  function removeFile() {
    source.filename = ''
    source.text = ''
  }

  /** Gives a column a field, which no other column has then. */
  function setField(column: number, field: OnboardingField | null) {
    const others = check.value?.columns.map((one) => (one.field === field ? null : one.field)) ?? []
    fields.value = others.with(column, field)
  }

  const saveProblems = () =>
    run(async () => {
      showToast(downloadText(await latchkey(account).onboarding.problems(toInput())))
    }, 'problems')

  async function start() {
    const ready = check.value?.ready ?? 0
    const succeeded = await run(async () => {
      const { id } = await latchkey(account).onboarding.start({ ...toInput(), ready })
      isStarted.value = true
      await router.push({ name: 'onboarding-run', params: { account, run: id } })
    }, 'start')
    if (succeeded || failure.value?.kind !== 'conflict') return
    const why = failure.value
    await checkRows()
    failure.value = why
  }

  return {
    source,
    fileProblem,
    hasHeader,
    check,
    busy,
    failure,
    checkRows,
    readFile,
    removeFile,
    setField,
    saveProblems,
    start,
  }
}

export type OnboardingView = ReturnType<typeof useOnboarding>

/** The text of a file, or why it can't be read. */
async function readTextFile(file: File): Promise<{ text: string } | { problem: string }> {
  if (file.size > onboardingTextLimit) {
    const megabytes = onboardingTextLimit / 1024 / 1024
    return { problem: t('onboarding.fileTooLarge', { megabytes }) }
  }
  let bytes: ArrayBuffer
  try {
    bytes = await file.arrayBuffer()
  } catch {
    return { problem: t('onboarding.fileUnreadable') }
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    // Read in another encoding, names would become others.
    return { problem: t('onboarding.notUtf8') }
  }
}
