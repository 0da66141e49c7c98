import { type Ref, computed, shallowRef } from 'vue'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { t } from '../../ui/messages.ts'
import { useToast } from '../../ui/use-toast.ts'
import { type EncodeFile, type KeyFile, batchFiles, readChosenFile } from './key-files.ts'
import { type FileRow, type LocalKey, type Scan, type ScannedKey, isKey } from './keys.ts'
import type { RefusedFile, SkippedFile } from '../../../shared/operations/keys.ts'

interface Files<Key extends ScannedKey> {
  /** Reads selected, dropped or pasted files. */
  read(files: KeyFile[]): Promise<readonly FileRow<Key>[]>
  /** Forgets a selected, dropped or pasted key. */
  forget(localKeyId: string): Promise<unknown>
  encode: EncodeFile
  /** Maximum size of a key file. */
  maxBytes: number
  /** How many files to send per call. */
  batchSize: number
  /** Whether the keys are another user’s, so that only those added here are listed. */
  isOthers: boolean
}

/** Reads selected or dropped files, and text as it is typed. Lists files without a key. */
export function useKeyReader<Key extends ScannedKey>(
  { scanResult, readLists }: { scanResult: Readonly<Ref<Scan>>; readLists(): Promise<unknown> },
  files: Files<Key>,
) {
  const { showToast } = useToast()
  const reading = useAsyncAction()
  const pasting = useAsyncAction()
  /** The keys in the text field. */
  const pastedRows = shallowRef<readonly FileRow<Key>[]>([])
  /** The IDs of all keys that were ever in the text field. A list loaded at that time may still include them. */
  const everPasted = new Set<string>()
  const addedRows = shallowRef<readonly FileRow[]>([])

  /** Private keys that have their public key next to them. */
  const privateKeys = computed(
    () => new Set(scanResult.value.rows.filter(isKey).flatMap((key) => key.privateKeys ?? [])),
  )
  /** The IDs of keys that were added by hand since the screen was opened. */
  const addedKeyIds = computed(() => new Set(idsOf(addedRows.value)))
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
  async function readPasted(text: string): Promise<readonly FileRow<Key>[]> {
    if (text === '' && pastedRows.value.length === 0) return []
    let rows: readonly FileRow<Key>[] = []
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
    /** Filters out keys that are or were in the text field, unless they were then added. */
    listed: (keys: readonly Key[]) =>
      keys.flatMap((key) => {
        if (key.addedIds.length === 0) return files.isOthers ? [] : key
        const addedIds = key.addedIds.filter(
          (id) => addedKeyIds.value.has(id) || !(files.isOthers || everPasted.has(id)),
        )
        const [first] = addedIds
        if (first === undefined) return []
        const localKeyId = addedIds.includes(key.localKeyId) ? key.localKeyId : first
        return { ...key, localKeyId, addedIds }
      }),
  }
}

const isUnused = (row: FileRow): row is RefusedFile | SkippedFile => !isKey(row)

const idsOf = (rows: readonly FileRow[]) => rows.filter(isKey).map(({ localKeyId }) => localKeyId)

function formatRead(rows: readonly FileRow[]): string {
  const count = (kind: FileRow['kind']) => rows.filter((row) => row.kind === kind).length
  return t('keys.readResult', { keys: count('key'), refused: count('refused') })
}
