import { useEventListener } from '@vueuse/core'
import { ref } from 'vue'

export interface FileDropOptions {
  onFiles: (files: readonly File[]) => unknown
  /** Also accepts pasted texts and files, unless pasted into a text field. */
  onText?: (text: string) => unknown
  /** Accepts dropped folders themselves, instead of their files. */
  keepsFolders?: true
  isEnabled?: () => boolean
}

/** Accepts files dropped anywhere on the window. */
export function useFileDrop(options: FileDropOptions) {
  const { onFiles, onText, keepsFolders, isEnabled = () => true } = options
  /** Whether files are being dragged over the window. */
  const isOver = ref(false)
  const hasFiles = ({ dataTransfer }: DragEvent) =>
    isEnabled() && dataTransfer?.types.includes('Files') === true

  function onDrag(event: DragEvent) {
    if (!hasFiles(event)) return
    // Otherwise the browser would navigate to the file.
    event.preventDefault()
    isOver.value = true
  }

  function onLeave(event: DragEvent) {
    if (event.relatedTarget === null) isOver.value = false
  }

  async function onDrop(event: DragEvent) {
    if (!event.dataTransfer || !hasFiles(event)) return
    event.preventDefault()
    isOver.value = false
    const { dataTransfer } = event
    onFiles(keepsFolders ? [...dataTransfer.files] : await droppedFiles(dataTransfer))
  }

  function onPaste({ target, clipboardData }: ClipboardEvent) {
    if (!onText || !clipboardData || isTyping(target)) return
    if (clipboardData.files.length > 0) return onFiles([...clipboardData.files])
    const text = clipboardData.getData('text/plain')
    if (text.trim()) onText(text)
  }

  useEventListener(['dragenter', 'dragover'], onDrag)
  useEventListener('dragleave', onLeave)
  useEventListener('drop', onDrop)
  useEventListener('paste', onPaste)

  return { isOver }
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, dialog') !== null
}

/** Limits on the depth of folders and the number of files. */
const maxDepth = 3
const maxFiles = 5000

/** The dropped files, including those in folders. Must be called while the drop event is handled. */
function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return Promise.resolve([...transfer.files])
  return filesOf(entries)
}

async function filesOf(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = []

  async function visit(entry: FileSystemEntry, level: number): Promise<void> {
    if (files.length >= maxFiles) return
    if (isFile(entry)) return void files.push(await fileOf(entry))
    if (!isFolder(entry) || level > maxDepth) return
    for (const inside of await entriesOf(entry)) await visit(inside, level + 1)
  }

  for (const entry of entries) await visit(entry, 0)
  return files
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** An entry that can’t be opened becomes an unreadable file, so that it is still listed. */
function fileOf(entry: FileSystemFileEntry): Promise<File> {
  const name = entry.fullPath.replace(/^\//, '')
  return new Promise((resolve) => {
    entry.file(resolve, () => resolve(unreadable(name)))
  })
}

function unreadable(name: string): File {
  return Object.assign(new File([], name), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new Error(name)) }),
  })
}

async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  // A folder is read in batches; the last one is empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]))
    })
    if (portion.length === 0) return entries
    entries.push(...portion)
  }
}
