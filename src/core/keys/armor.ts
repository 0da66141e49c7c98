import { message } from '../../shared/messages/message.ts'
import { MalformedKeyError } from './key-problem.ts'

const begin = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
const end = '-----END PGP PUBLIC KEY BLOCK-----'

/** The bytes of the armored public blocks in a text. Throws for one that is truncated or not valid base64. */
export function readArmoredBlocks(text: string): Buffer[] {
  return text
    .split(begin)
    .slice(1)
    .map((rest) => {
      const length = rest.indexOf(end)
      if (length === -1) throw new MalformedKeyError(message('keyFiles.cutOff'))
      return decodeBlock(rest.slice(0, length))
    })
}

function decodeBlock(content: string): Buffer {
  const lines = content.split(/\r\n|\n|\r/).map((line) => line.trim())
  const isBody = (line: string) =>
    line !== '' && !/^[A-Za-z]+:/.test(line) && !/^=[A-Za-z0-9+/]{4}$/.test(line)
  const base64 = lines.filter(isBody).join('')
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.toString('base64') !== base64) {
    throw new MalformedKeyError(message('keyFiles.notBase64'))
  }
  return bytes
}

/** Armors packets without a comment or the name of a program. */
export async function toArmoredBlock(packets: Buffer): Promise<string> {
  const { armor, enums } = await import('openpgp')
  // GnuPG misreads some blocks that have no checksum (https://dev.gnupg.org/T7071).
  const block = armor(enums.armor.publicKey, packets, undefined, undefined, undefined, true)
  return block.replaceAll('\r\n', '\n').trim()
}
