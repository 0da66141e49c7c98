import { message } from '../../shared/messages/message.ts'
import { MalformedKeyError } from './key-problem.ts'

export interface Rfc4716Block {
  /** Base64, its lines joined. */
  blob: string
  /** The header `Comment`, else `Subject`. */
  comment: string
  /** Index of the block's last line. */
  end: number
}

export function isRfc4716Begin(line: string): boolean {
  return /^\s*-{4,5} ?BEGIN SSH2 PUBLIC KEY ?-{4,5}\s*$/.test(line)
}

/** Reads the block that begins at a line: headers, which a backslash continues, and the key. */
export function readRfc4716(lines: readonly string[], begin: number): Rfc4716Block {
  const headers = new Map<string, string>()
  let blob = ''
  for (let at = begin + 1; at < lines.length; at += 1) {
    let line = lines[at]!.trim()
    if (/^-{4,5} ?END SSH2 PUBLIC KEY ?-{4,5}$/.test(line)) {
      const comment = headers.get('comment') ?? headers.get('subject') ?? ''
      return { blob, comment, end: at }
    }
    if (blob === '' && line.includes(':')) {
      while (line.endsWith('\\') && at + 1 < lines.length) {
        at += 1
        line = line.slice(0, -1) + lines[at]!.trimEnd()
      }
      const [, tag, value] = /^([^:]*):\s*(.*)$/.exec(line) ?? []
      if (tag) headers.set(tag.trim().toLowerCase(), unquote(value!))
    } else blob += line
  }
  throw new MalformedKeyError(
    message('keyFiles.noEndLine', { line: '---- END SSH2 PUBLIC KEY ----' }),
  )
}

function unquote(value: string): string {
  return /^".*"$/.test(value) ? value.slice(1, -1) : value
}
