/** A secret in another program's file. */
export interface FileSecret {
  /** The host, including the port if the file has one. */
  host: string
  /** A path on the host. Only npm uses this. */
  path?: string
  secret: string
  /** Starts at 1. */
  line: number
}

/** Words, which are quoted if they contain spaces, as in curl. */
const words = /"((?:\\.|[^"\\])*)"?|\S+/g
const keywords: ReadonlySet<string> = new Set(['machine', 'login', 'password', 'account'])

/** The passwords in a netrc file, for entries that have a host. An entry may span several lines. */
export function parseNetrc(text: string): FileSecret[] {
  const secrets: FileSecret[] = []
  let host: string | undefined
  let key: string | undefined
  let isMacro = false
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    // A macro ends at an empty line.
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
      if (keywords.has(word)) key = word
    }
  }
  return secrets
}
