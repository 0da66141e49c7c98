import { ECDH } from 'node:crypto'
import { message } from '../../shared/messages/message.ts'
import { MalformedKeyError } from './key-problem.ts'
import { WireReader, bitLength, wireNumber, wireString } from './ssh-wire.ts'

/** The key types that GitLab accepts (`lib/gitlab/ssh_public_key.rb`). */
export const sshKeyTypes = [
  'ssh-rsa',
  'ssh-dss',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-ed25519',
  'sk-ecdsa-sha2-nistp256@openssh.com',
  'sk-ssh-ed25519@openssh.com',
] as const
export type SshKeyType = (typeof sshKeyTypes)[number]

/** A public key blob's decoded contents. */
export interface SshKeyBlob {
  type: SshKeyType
  bits: number
  /** The blob with its numbers in their shortest form, so equal keys have equal blobs. */
  blob: Buffer
}

export function isSshKeyType(type: string): type is SshKeyType {
  return (sshKeyTypes as readonly string[]).includes(type)
}

/** Parses a blob (RFC 4253, 5656, 8709, and OpenSSH's PROTOCOL.u2f); throws a `MalformedKeyError` with the reason. */
export function readSshKeyBlob(bytes: Buffer): SshKeyBlob {
  const reader = new WireReader(bytes)
  const type = reader.text()
  if (!isSshKeyType(type)) throw new MalformedKeyError(message('keyFiles.unknownType'))
  const { bits, parts } = bodies[type](reader)
  reader.end()
  return { type, bits, blob: Buffer.concat([wireString(type), ...parts]) }
}

interface Body {
  bits: number
  parts: Buffer[]
}

const bodies: Record<SshKeyType, (reader: WireReader) => Body> = {
  'ssh-rsa': rsa,
  'ssh-dss': dsa,
  'ecdsa-sha2-nistp256': (reader) => ecdsa(reader, 'nistp256'),
  'ecdsa-sha2-nistp384': (reader) => ecdsa(reader, 'nistp384'),
  'ecdsa-sha2-nistp521': (reader) => ecdsa(reader, 'nistp521'),
  'ssh-ed25519': ed25519,
  'sk-ecdsa-sha2-nistp256@openssh.com': (reader) =>
    withApplication(ecdsa(reader, 'nistp256'), reader),
  'sk-ssh-ed25519@openssh.com': (reader) => withApplication(ed25519(reader), reader),
}

function rsa(reader: WireReader): Body {
  const exponent = reader.number()
  const modulus = reader.number()
  const bits = bitLength(modulus)
  // OpenSSH rejects shorter keys (SSH_RSA_MINIMUM_MODULUS_SIZE).
  if (bits < 1024) throw new MalformedKeyError(message('keyFiles.rsaTooShort', { bits }))
  return { bits, parts: [wireNumber(exponent), wireNumber(modulus)] }
}

function dsa(reader: WireReader): Body {
  const numbers = [reader.number(), reader.number(), reader.number(), reader.number()]
  return { bits: bitLength(numbers[0]!), parts: numbers.map(wireNumber) }
}

const curves = {
  nistp256: { bits: 256, node: 'prime256v1' },
  nistp384: { bits: 384, node: 'secp384r1' },
  nistp521: { bits: 521, node: 'secp521r1' },
}

function ecdsa(reader: WireReader, curve: keyof typeof curves): Body {
  const { bits, node } = curves[curve]
  if (reader.text() !== curve) throw new MalformedKeyError(message('keyFiles.wrongCurve'))
  const point = reader.bytes()
  if (point[0] !== 4 || point.length !== 1 + 2 * Math.ceil(bits / 8)) {
    throw new MalformedKeyError(message('keyFiles.notOnCurve'))
  }
  try {
    ECDH.convertKey(point, node)
  } catch {
    throw new MalformedKeyError(message('keyFiles.notOnCurve'))
  }
  return { bits, parts: [wireString(curve), wireString(point)] }
}

function ed25519(reader: WireReader): Body {
  const point = reader.bytes()
  if (point.length !== 32) throw new MalformedKeyError(message('keyFiles.ed25519Length'))
  return { bits: 256, parts: [wireString(point)] }
}

/** In security key types, the application follows the key; usually `ssh:`. */
function withApplication({ bits, parts }: Body, reader: WireReader): Body {
  return { bits, parts: [...parts, wireString(reader.bytes())] }
}
