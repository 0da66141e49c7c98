/** A secret in a file of a program. */
export interface FileSecret {
  /** The host, with its port if the file names one. */
  host: string
  /** A path of the host; only npm names one. */
  path?: string
  secret: string
  /** From 1. */
  line: number
}

/** Words, of which those with spaces are in quotation marks, as curl reads them. */
const words = /"((?:\\.|[^"\\])*)"?|\S+/g
const named: ReadonlySet<string> = new Set(['machine', 'login', 'password', 'account'])

/** The passwords of a netrc file, of entries that name a host. An entry may take several lines. */
export function parseNetrc(text: string): FileSecret[] {
  const secrets: FileSecret[] = []
  let host: string | undefined
  let key: string | undefined
  let isMacro = false
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    // A macro ends with an empty line.
    if (isMacro && line.trim() !== '') continue
    isMacro = false
    for (const [word, quoted] of line.matchAll(words)) {
      const value = quoted?.replace(/\\(.)/g, '$1') ?? word
      if (key === 'machine') host = value.toLowerCase()
      if (key === 'password' && host) secrets.push({ host, secret: value, line: index + 1 })
      if (key !== undefined) {
        key = undefined
        continue
      }
      if (word.startsWith('#')) break
      if (word === 'macdef') {
        isMacro = true
        break
      }
      if (word === 'default') host = undefined
      if (named.has(word)) key = word
    }
  }
  return secrets
}
