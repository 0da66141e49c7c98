import { useMutation } from '@tanstack/vue-query'
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { OnboardingCheck } from '../../../shared/operations/onboarding.ts'
import type { OnboardingColumn } from '../../../shared/rules/onboarding-columns.ts'
import { failureOf, useLatchkey } from '../../bridge/latchkey.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useLeaveGuard } from '../../components/use-confirm.ts'
import { downloadText } from '../../ui/download.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { onboardingTextLimit } from '../../../shared/rules/limits.ts'
import { type TextEncoding, decode, findEncoding } from './text-file.ts'

/** Prepares new users from a file, pasted rows or a run’s canceled rows, and starts a run that creates them. */
export function useOnboarding(account: string, remainingOf?: number) {
  const latchkey = useLatchkey()
  const router = useRouter()
  const { showToast } = useToast()
  const { run, busy, failure } = useAsyncAction()
  const source = reactive({
    filename: '',
    text: '',
    domains: '',
    skipConfirmation: false,
    groups: '',
    startDate: '',
    customAttributes: '',
    reason: '',
  })
  const fileProblem = ref('')
  /** These are guessed until the user changes them. */
  const hasHeader = ref<boolean>()
  const fields = shallowRef<(OnboardingColumn | null)[]>()
  /** Cells that the user corrected after the check. */
  const edits = shallowRef<CellEdit[]>([])
  /** The line numbers of rows that the user removed after the check. */
  const removed = shallowRef<number[]>([])
  /** The file’s bytes and their encoding. */
  const file = shallowRef<{ bytes: Uint8Array; encoding: TextEncoding; isCertain: boolean }>()
  const check = shallowRef<OnboardingCheck>()
  const isStarted = ref(false)
  /** The run’s canceled rows. */
  const keptText = ref('')
  useLeaveGuard(
    computed(() => !['', keptText.value].includes(source.text.trim()) && !isStarted.value),
    { title: t('onboarding.leaveTitle'), text: t('onboarding.leaveText') },
  )

  const toInput = () => ({
    text: source.text,
    hasHeader: hasHeader.value,
    fields: fields.value,
    edits: edits.value,
    removed: removed.value,
    domains: source.domains.split(/[\s,;@]+/).filter((domain) => domain !== ''),
    skipConfirmation: source.skipConfirmation,
    groups: source.groups,
    startDate: source.startDate,
    customAttributes: source.customAttributes,
  })

  /** Whether users have been synced since the text was entered. */
  let isUpdated = false
  const checking = useMutation(
    {
      async mutationFn() {
        // If this fails, the check uses an older list and shows its age.
        if (!isUpdated) {
          await latchkey(account)
            .directory.update({})
            .catch(() => undefined)
        }
        isUpdated = true
        return latchkey(account).onboarding.check(toInput())
      },
      shallow: true,
    },
    queryClient,
  )

  /** Checks the rows. Only the latest check counts. */
  async function checkRows() {
    failure.value = undefined
    const show = {
      onSuccess: (checked: OnboardingCheck) => void (check.value = checked),
      onError: (error: Error) => void (failure.value = failureOf(error)),
    }
    await checking.mutateAsync(undefined, show).catch(() => undefined)
  }

  watch(
    [
      ...[hasHeader, fields, edits, removed],
      ...[() => source.domains, () => source.skipConfirmation],
      ...[() => source.groups, () => source.startDate, () => source.customAttributes],
    ],
    () => {
      if (check.value) void checkRows()
    },
  )

  /** New text may have different columns. */
  watch(
    () => source.text,
    () => {
      check.value = undefined
      hasHeader.value = undefined
      fields.value = undefined
      edits.value = []
      removed.value = []
      failure.value = undefined
      checking.reset()
      isUpdated = false
    },
    { flush: 'sync' },
  )

  async function readFile(chosen: File) {
    const read = await readBytes(chosen)
    fileProblem.value = 'problem' in read ? read.problem : ''
    if (!('bytes' in read)) return
    source.filename = chosen.name
    file.value = { bytes: read.bytes, ...findEncoding(read.bytes) }
    await readText()
  }

  /** Decodes the file again with the encoding the user selected. */
  function setEncoding(encoding: TextEncoding) {
    if (!file.value) return
    file.value = { ...file.value, encoding }
    return readText()
  }

  function confirmEncoding() {
    if (file.value) file.value = { ...file.value, isCertain: true }
  }

  async function readText() {
    if (!file.value) return
    source.text = decode(file.value.bytes, file.value.encoding)
    await checkRows()
  }

  if (remainingOf !== undefined) void readRemaining(remainingOf)

  function readRemaining(of: number) {
    return run(async () => {
      const { filename, text } = await latchkey(account).onboarding.remaining({ run: of })
      Object.assign(source, { filename, text })
      keptText.value = text.trim()
      await checkRows()
    }, 'remaining')
  }

  function removeFile() {
    source.filename = ''
    source.text = ''
    file.value = undefined
  }

  function editCell(edit: CellEdit) {
    const isSame = ({ line, field }: CellEdit) => line === edit.line && field === edit.field
    edits.value = [...edits.value.filter((other) => !isSame(other)), edit]
  }

  function removeRow(line: number) {
    removed.value = [...removed.value, line]
    showToast(t('onboarding.rowRemoved', { line }), {
      label: t('common.undo'),
      run: () => void (removed.value = removed.value.filter((other) => other !== line)),
      isUndo: true,
    })
  }

  const saveTemplate = () =>
    showToast(downloadText({ filename: 'new-users.csv', text: `${templateFields.join()}\r\n` }))

  /** Assigns a field to a column and removes it from any other column, except for custom attributes. */
  function setField(column: number, field: OnboardingColumn | null) {
    // The check for the previous selection may still be running.
    const chosen = fields.value ?? check.value?.columns.map((guess) => guess.field) ?? []
    const isOnce = field !== 'custom_attribute'
    fields.value = chosen
      .map((current) => (isOnce && current === field ? null : current))
      .with(column, field)
  }

  const saveProblems = () =>
    run(async () => {
      showToast(downloadText(await latchkey(account).onboarding.problems(toInput())))
    }, 'problems')

  async function start() {
    const ready = check.value?.ready ?? 0
    const screen = router.currentRoute.value.path
    const succeeded = await run(async () => {
      const { id } = await latchkey(account).onboarding.start({
        ...toInput(),
        ready,
        reason: source.reason.trim() || undefined,
      })
      isStarted.value = true
      // Somebody who has gone on meanwhile finds the run in the queue.
      if (router.currentRoute.value.path === screen)
        await router.push({ name: 'run', params: { account, run: id } })
    }, 'start')
    if (succeeded || failure.value?.kind !== 'conflict') return
    const reason = failure.value
    await checkRows()
    failure.value = reason
  }

  return {
    source,
    fileProblem,
    hasHeader,
    file,
    edits,
    check,
    busy,
    failure,
    checkRows,
    readFile,
    removeFile,
    setEncoding,
    confirmEncoding,
    editCell,
    removeRow,
    saveTemplate,
    setField,
    saveProblems,
    start,
  }
}

export type OnboardingView = ReturnType<typeof useOnboarding>

interface CellEdit {
  /** The number of the row’s first line, starting from 1. */
  line: number
  field: OnboardingColumn
  value: string
}

/** The template file’s columns. */
const templateFields: OnboardingColumn[] = [
  'username',
  'name',
  'email',
  'admin',
  'external',
  'note',
]

/** Reads a file, or explains why it can’t be read. */
async function readBytes(file: File): Promise<{ bytes: Uint8Array } | { problem: string }> {
  if (file.size > onboardingTextLimit) {
    const megabytes = onboardingTextLimit / 1024 / 1024
    return { problem: t('onboarding.fileTooLarge', { megabytes }) }
  }
  try {
    return { bytes: new Uint8Array(await file.arrayBuffer()) }
  } catch {
    return { problem: t('onboarding.fileUnreadable') }
  }
}
