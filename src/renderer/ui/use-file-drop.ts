import { useEventListener } from '@vueuse/core'
import { ref } from 'vue'

export interface FileDropOptions {
  onFiles: (files: readonly File[]) => unknown
  /** Also accepts text and files pasted anywhere but a text field. */
  onText?: (text: string) => unknown
  /** Passes on dropped folders themselves instead of the files in them. */
  keepsFolders?: true
  isEnabled?: () => boolean
}

/** Accepts files dropped anywhere in the window. */
export function useFileDrop(options: FileDropOptions) {
  const { onFiles, onText, keepsFolders, isEnabled = () => true } = options
  /** Whether files are being dragged over the window. */
  const isOver = ref(false)
  const hasFiles = ({ dataTransfer }: DragEvent) =>
    isEnabled() && dataTransfer?.types.includes('Files') === true

  function onDrag(event: DragEvent) {
    if (!hasFiles(event)) return
    // Keeps the browser from navigating to the file.
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

/** Limits on how deep folders may nest and how many files to accept. */
const maxDepth = 3
const maxFiles = 5000

/** Collects dropped files, including those in folders. Must be called during the drop event. */
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

/** Opens an entry. If that fails, returns an unreadable file, so that the entry is still listed. */
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
  // Folders are read in batches, of which the last is empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]))
    })
    if (portion.length === 0) return entries
    entries.push(...portion)
  }
}
