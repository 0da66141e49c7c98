import { computed, shallowRef } from 'vue'
import { useLatchkey } from '../../data/latchkey.ts'
import { useAction } from '../../data/use-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { portions, readGiven } from './given-files.ts'
import type { FileRow, KeyKind, UnusedFile } from './key-kind.ts'
import type { KeyListsState } from './use-key-lists.ts'

/** Reads files that are chosen or dropped, and texts that are pasted; and tells of which files nothing is used. */
export function useKeyReader(
  { read, files: limits }: KeyKind,
  { scanned, readLists }: KeyListsState,
) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const reading = useAction()
  const given = shallowRef<readonly FileRow[]>([])

  /** Private keys that lie beside their public ones, as they should: nothing to worry about. */
  const privateKeys = computed(
    () =>
      new Set(
        scanned.value.rows.flatMap((row) => (row.kind === 'key' ? (row.privateKey ?? []) : [])),
      ),
  )
  /** IDs of the keys that came here by hand since the screen was opened. */
  const brought = computed(
    () => new Set(given.value.flatMap((row) => (row.kind === 'key' ? row.localKeyId : []))),
  )
  const unused = computed(() => [
    ...given.value.filter(isUnused),
    ...scanned.value.rows.filter(isUnused).filter(({ file }) => !privateKeys.value.has(file)),
  ])

  const takeFiles = (files: readonly File[]) =>
    take(async () => {
      const { bytes, atOnce, encode } = limits
      const opened = await Promise.all(files.map((file) => readGiven(file, bytes, encode)))
      const rows: FileRow[] = opened.flatMap((one) =>
        'unread' in one ? unreadRow(one.unread) : [],
      )
      const readable = opened.flatMap((one) => ('file' in one ? one : []))
      for (const portion of portions(readable, atOnce)) {
        rows.push(...(await read(latchkey(), portion)))
      }
      return rows
    })

  /** Answers whether all of the text was a key, so that nothing of it is needed any more. */
  async function takeText(text: string): Promise<boolean> {
    let isUsed = false
    await take(async () => {
      const file = { name: 'The pasted text', text: text.slice(0, limits.bytes + 1) }
      const rows = await read(latchkey(), [file])
      isUsed = rows.every((row) => row.kind === 'key' || (row.kind === 'refused' && row.secret))
      return rows
    })
    return isUsed
  }

  async function take(readRows: () => Promise<readonly FileRow[]>) {
    const isRead = await reading.run(async () => {
      const rows = await readRows()
      const names = new Set(rows.flatMap((row) => ('file' in row ? row.file : [])))
      const others = given.value.filter((row) => !('file' in row) || !names.has(row.file))
      given.value = [...rows, ...others]
      say(readSentence(rows))
    })
    if (isRead) await readLists()
  }

  return { reading, privateKeys, brought, unused, takeFiles, takeText }
}

function isUnused(row: FileRow): row is UnusedFile {
  return row.kind !== 'key'
}

function unreadRow(file: string): UnusedFile {
  return {
    kind: 'skipped',
    file,
    message: `${file} could not be read.`,
    hint: 'Look whether you may read it, and choose it again.',
  }
}

function readSentence(rows: readonly FileRow[]): string {
  const count = (kind: FileRow['kind']) => rows.filter((row) => row.kind === kind).length
  const [keys, refused] = [count('key'), count('refused')]
  const found =
    keys === 0 ? 'No key was found' : `${keys} ${keys === 1 ? 'key was' : 'keys were'} found`
  return refused > 0 ? `${found}, and ${refused} refused.` : `${found}.`
}
