import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skipped } from '../../../../shared/app/keys.ts'
import { skipped } from '../file-rows.ts'

/** A file to be looked at. */
export interface FoundFile {
  path: string
  /** The name as people know it, for example `~/.ssh/work/id_ed25519.pub`. */
  file: string
  isLink: boolean
}

export interface WalkedFolder {
  files: FoundFile[]
  skipped: Skipped[]
}

/** Levels of folders that are looked into; the first is the folder itself. */
const deepest = 3
/** More files than this are no folder of keys. */
const mostFiles = 10_000

/** Lists the files of a folder and of the folders in it, sorted by name. Links to folders are not followed. */
export async function walkFolder(
  path: string,
  shownAs: string,
  signal?: AbortSignal,
): Promise<WalkedFolder> {
  const walked: WalkedFolder = { files: [], skipped: [] }
  const skip = (file: string, what: string) => walked.skipped.push(skipped(file, what))

  async function visit(folder: string, shown: string, level: number): Promise<void> {
    signal?.throwIfAborted()
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
      const { code } = error as NodeJS.ErrnoException
      // What is not there has nothing in it.
      if (code !== 'ENOENT') skip(shown, unlisted(code))
      return []
    })
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (walked.files.length >= mostFiles) return
      const file = `${shown}/${entry.name}`
      const inside = join(folder, entry.name)
      const isLink = entry.isSymbolicLink()
      const reason = notKeys(entry.name)
      if (entry.isDirectory()) {
        if (level < deepest) await visit(inside, file, level + 1)
        else skip(file, `lies deeper than ${deepest} folders, so it was not looked into`)
      } else if (!isLink && !entry.isFile()) skip(file, 'is not an ordinary file')
      else if (reason) skip(file, reason)
      else walked.files.push({ path: inside, file, isLink })
    }
  }

  await visit(path, shownAs, 1)
  if (walked.files.length >= mostFiles) {
    skip(shownAs, `holds more than ${mostFiles} files; the others were not looked at`)
  }
  return walked
}

/** Why a file of this name is not opened, by what OpenSSH keeps under it. */
function notKeys(name: string): string | undefined {
  if (/^(ssh_)?known_hosts/.test(name)) return 'lists keys of other machines, not your own'
  if (/^authorized_keys/.test(name)) {
    return 'lists keys that may sign in to this machine, whoever they belong to'
  }
  if (/^allowed_signers/.test(name)) return 'lists keys that others sign with'
  if (/^(config|environment|rc)$/.test(name)) return 'is configuration'
  return undefined
}

function unlisted(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by you'
  return code === 'ENOTDIR' ? 'is not a folder' : `could not be read (${code})`
}
