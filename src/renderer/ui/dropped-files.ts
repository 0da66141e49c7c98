/** Limits on the depth of folders and the number of files. */
const maxDepth = 3
const maxFiles = 5000

/** The files of a drop, and those in dropped folders. Must be called while the drop is being handled. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
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

/** An entry that cannot be opened becomes a file that cannot be read, so that it is still listed. */
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
  // A folder is read in portions; the last one is empty.
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve) => {
      reader.readEntries(resolve, () => resolve([]))
    })
    if (portion.length === 0) return entries
    entries.push(...portion)
  }
}
