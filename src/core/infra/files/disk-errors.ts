const known: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your disk quota is used up',
  EFBIG: 'the file would be too large',
  ENOENT: 'the folder is gone',
  BROKEN_LINK: 'it is a link to a file that is gone',
  TOO_LARGE: 'it is larger than any file that Latchkey writes there',
  EISDIR: 'there is a folder in its place',
  ERR_FS_EISDIR: 'there is a folder in its place',
  ENOTDIR: 'there is a file in place of its folder',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
}

/** What the system says about a file or folder, in words that stand inside a sentence. */
export function diskTrouble(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return known[code] ?? `the system says ${code || String(error)}`
}

/** Whether nothing more fits on the disk, so that what is there can be read all the same. */
export function isFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
}
