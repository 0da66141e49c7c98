import { message } from '../../shared/messages/message.ts'
import { replaceHidden } from '../../shared/rules/hidden-characters.ts'
import { MalformedKeyError } from './key-problem.ts'

const begin = /-----BEGIN\s+PGP\s+PUBLIC\s+KEY\s+BLOCK-----/
const end = /-----END\s+PGP\s+PUBLIC\s+KEY\s+BLOCK-----/

/** Finds the contents of all armored public blocks in a string, without their first lines. */
export function findArmoredBlocks(text: string): string[] {
  return replaceHidden(text, () => '')
    .split(begin)
    .slice(1)
}

/** The text around the armored blocks, including their headers, and the number of blocks. */
export function textAroundBlocks(text: string): { text: string; count: number } {
  const [before, ...blocks] = text.split(begin)
  const around = blocks.map((block) => {
    const [content = '', ...after] = block.split(end)
    const headers = content.split(/\r\n|\n|\r/).filter((line) => line.includes(':'))
    return [...headers, ...after].join('\n')
  })
  return { text: [before, ...around].join('\n'), count: blocks.length }
}

/** Decodes the armored public blocks in a string. Throws if one is truncated or not valid base64. */
export function readArmoredBlocks(text: string): Buffer[] {
  return findArmoredBlocks(text).map(decodeArmoredBlock)
}

/** Decodes a block. Throws if it is truncated or not valid base64. */
export function decodeArmoredBlock(content: string): Buffer {
  const length = content.search(end)
  if (length === -1) throw new MalformedKeyError(message('keyFiles.cutOff'))
  // Email clients quote lines, and signed emails escape lines that start with a dash.
  const lines = content
    .slice(0, length)
    .split(/\r\n|\n|\r/)
    .map((line) => line.replace(/^[\s>|-]+/, '').trimEnd())
  const isBody = (line: string) =>
    line !== '' && !line.includes(':') && !/^=[A-Za-z0-9+/]{4}$/.test(line)
  const base64 = lines.filter(isBody).join('')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw new MalformedKeyError(message('keyFiles.notBase64'))
  }
  return bytes
}

/** Armors packets without a comment or a program name. */
export async function toArmoredBlock(packets: Buffer): Promise<string> {
  const { armor, enums } = await import('openpgp')
  // GnuPG misreads some blocks that have no checksum (https://dev.gnupg.org/T7071).
  const block = armor(enums.armor.publicKey, packets, undefined, undefined, undefined, true)
  return block.replaceAll('\r\n', '\n').trim()
}
