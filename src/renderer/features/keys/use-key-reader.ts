import { type Ref, computed, shallowRef } from 'vue'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { type EncodeFile, type KeyFile, batchFiles, readChosenFile } from './key-files.ts'
import type { FileRow, LocalKey, Scan } from './keys.ts'

interface Files<Row extends FileRow> {
  /** Reads selected, dropped or pasted files. */
  read(files: KeyFile[]): Promise<readonly Row[]>
  /** Forgets a selected, dropped or pasted key. */
  forget(localKeyId: string): Promise<unknown>
  encode: EncodeFile
  /** Maximum size of a key file. */
  maxBytes: number
  /** How many files to send per call. */
  batchSize: number
}

/** Reads selected or dropped files, and text as it is typed. Lists files without a key. */
export function useKeyReader<Row extends FileRow>(
  { scanResult, readLists }: { scanResult: Readonly<Ref<Scan>>; readLists(): Promise<unknown> },
  files: Files<Row>,
) {
  const { showToast } = useToast()
  const reading = useAsyncAction()
  const pasting = useAsyncAction()
  /** The keys in the text field. */
  const pastedRows = shallowRef<readonly Row[]>([])
  /** The IDs of all keys that were ever in the text field. A list loaded at that time may still include them. */
  const everPasted = new Set<string>()
  const addedRows = shallowRef<readonly FileRow[]>([])

  /** Private keys that have their public key next to them. */
  const privateKeys = computed(
    () =>
      new Set(
        scanResult.value.rows.flatMap((row) => (row.kind === 'key' ? (row.privateKey ?? []) : [])),
      ),
  )
  /** The IDs of keys that were added by hand since the screen was opened. */
  const addedKeyIds = computed(
    () => new Set(addedRows.value.flatMap((row) => (row.kind === 'key' ? row.localKeyId : []))),
  )
  const unusedFiles = computed(() => [
    ...addedRows.value.filter(isUnused),
    ...scanResult.value.rows.filter(isUnused).filter(({ file }) => !privateKeys.value.has(file)),
  ])

  const addFiles = (chosen: readonly File[]) =>
    addRows(chosen, async () => {
      const { maxBytes, batchSize, encode } = files
      const opened = await Promise.all(chosen.map((file) => readChosenFile(file, maxBytes, encode)))
      const rows: FileRow[] = opened.flatMap((openedFile) => {
        if ('file' in openedFile) return []
        const { unreadableName: file } = openedFile
        const [message, hint] = [t('keys.fileUnread', { file }), t('keys.fileUnreadHint')]
        return { kind: 'skipped', file, message, hint }
      })
      const readable = opened.flatMap((openedFile) => ('file' in openedFile ? openedFile : []))
      for (const batch of batchFiles(readable, batchSize)) {
        rows.push(...(await files.read(batch)))
      }
      return rows
    })

  /** Reads the text in the field and replaces the keys from the previous text. */
  async function readPasted(text: string): Promise<readonly Row[]> {
    if (text === '' && pastedRows.value.length === 0) return []
    let rows: readonly Row[] = []
    // A unique subject per run ensures that no text is skipped.
    await pasting.run(async () => {
      const file = { name: t('keys.pastedText'), text: text.slice(0, files.maxBytes + 1) }
      if (text !== '') rows = await files.read([file])
    }, {})
    for (const id of idsOf(rows)) everPasted.add(id)
    forgetPastedExcept(idsOf(rows))
    pastedRows.value = rows
    return rows
  }

  /** Forgets the text field’s keys, except those that stay in the list. */
  function endPasting(keptIds: readonly string[]) {
    forgetPastedExcept(keptIds)
    const kept = pastedRows.value.filter(
      (row) => row.kind === 'key' && keptIds.includes(row.localKeyId),
    )
    addedRows.value = [...kept, ...addedRows.value]
    pastedRows.value = []
  }

  function forgetPastedExcept(keptIds: readonly string[]) {
    for (const id of idsOf(pastedRows.value)) {
      if (!keptIds.includes(id)) void files.forget(id)
    }
  }

  /** Removes a key that was added by hand from the list, along with its copies. */
  async function forget({ addedIds }: Pick<LocalKey, 'addedIds'>) {
    const isDone = await reading.run(
      () => Promise.all(addedIds.map((localKeyId) => files.forget(localKeyId))),
      addedIds.join(),
    )
    if (isDone) await readLists()
  }

  async function addRows(about: unknown, readRows: () => Promise<readonly FileRow[]>) {
    const isRead = await reading.run(async () => {
      const rows = await readRows()
      const names = new Set(rows.flatMap((row) => ('file' in row ? row.file : [])))
      const others = addedRows.value.filter((row) => !('file' in row) || !names.has(row.file))
      addedRows.value = [...rows, ...others]
      showToast(formatRead(rows))
    }, about)
    if (isRead) await readLists()
  }

  return {
    reading,
    privateKeys,
    addedKeyIds,
    /** Filters for keys that were added by hand. */
    addedOf: <Key extends { localKeyId: string }>(keys: readonly Key[]) =>
      keys.filter(({ localKeyId }) => addedKeyIds.value.has(localKeyId)),
    unusedFiles,
    addFiles,
    forget,
    pasting,
    pastedRows,
    pastedProblems: computed(() => {
      const rows: readonly FileRow[] = pastedRows.value
      return rows.filter(isUnused)
    }),
    readPasted,
    endPasting,
    /** Filters out keys that are or were in the text field, unless they are listed. */
    withoutPasted: <Key extends { localKeyId: string }>(keys: readonly Key[]) =>
      keys.filter(
        ({ localKeyId }) => !everPasted.has(localKeyId) || addedKeyIds.value.has(localKeyId),
      ),
  }
}

const isUnused = (row: FileRow): row is Exclude<FileRow, { kind: 'key' }> => row.kind !== 'key'

const idsOf = (rows: readonly FileRow[]) =>
  rows.flatMap((row) => (row.kind === 'key' ? row.localKeyId : []))

function formatRead(rows: readonly FileRow[]): string {
  const count = (kind: FileRow['kind']) => rows.filter((row) => row.kind === kind).length
  return t('keys.readResult', { keys: count('key'), refused: count('refused') })
}
