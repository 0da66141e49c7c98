import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, message } from '../../../../shared/messages/message.ts'
import { type SkippedFileRow, skippedKeyFile } from '../file-rows.ts'

/** A file to scan. */
export interface FoundFile {
  path: string
  /** The name for display, for example `~/.ssh/work/id_ed25519.pub`. */
  file: string
  isLink: boolean
}

export interface WalkedFolder {
  files: FoundFile[]
  skipped: SkippedFileRow[]
}

/** Levels of folders that are searched; the first is the folder itself. */
const maxLevels = 3
/** A folder of keys has fewer files. */
const maxFiles = 10_000

/** Lists the files of a folder and of the folders in it, sorted by name. Links to folders are not followed. */
export async function walkFolder(
  path: string,
  displayName: string,
  signal?: AbortSignal,
): Promise<WalkedFolder> {
  const walked: WalkedFolder = { files: [], skipped: [] }
  const skip = (file: string, reason: Message) => walked.skipped.push(skippedKeyFile(file, reason))

  async function visit(folder: string, displayPath: string, level: number): Promise<void> {
    signal?.throwIfAborted()
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException
      // A missing folder is empty.
      if (code !== 'ENOENT') skip(displayPath, listingError(code))
      return []
    })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (walked.files.length >= maxFiles) return
      const file = `${displayPath}/${entry.name}`
      const inside = join(folder, entry.name)
      const isLink = entry.isSymbolicLink()
      const reason = otherPurpose(entry.name)
      if (entry.isDirectory()) {
        if (level < maxLevels) await visit(inside, file, level + 1)
        else skip(file, message('keyFiles.tooDeep', { levels: maxLevels }))
      } else if (!isLink && !entry.isFile()) skip(file, message('keyFiles.notRegular'))
      else if (reason) skip(file, reason)
      else walked.files.push({ path: inside, file, isLink })
    }
  }

  await visit(path, displayName, 1)
  if (walked.files.length >= maxFiles) {
    skip(displayName, message('keyFiles.tooManyFiles', { count: maxFiles }))
  }
  return walked
}

/** Why a file of this name, which OpenSSH uses for something else, is not opened. */
function otherPurpose(name: string): Message | undefined {
  if (/^(ssh_)?known_hosts/.test(name)) return message('keyFiles.knownHosts')
  if (/^authorized_keys/.test(name)) return message('keyFiles.authorizedKeys')
  if (/^allowed_signers/.test(name)) return message('keyFiles.allowedSigners')
  return /^(config|environment|rc)$/.test(name) ? message('keyFiles.configuration') : undefined
}

function listingError(code = ''): Message {
  if (code === 'EACCES' || code === 'EPERM') return message('keyFiles.noPermission')
  return code === 'ENOTDIR'
    ? message('keyFiles.notFolder')
    : message('keyFiles.readError', { code })
}
