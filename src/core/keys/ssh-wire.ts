import { message } from '../../shared/messages/message.ts'
import { MalformedKeyError } from './key-problem.ts'

/** Maximum length of a number in OpenSSH (`SSHBUF_MAX_BIGNUM`). */
const maxNumberSize = 16_384 / 8

/** Reads strings and numbers (RFC 4251, section 5) from a blob, within its bounds. */
export class WireReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** The next string. */
  bytes(): Buffer {
    const start = this.#at + 4
    if (start > this.#bytes.length) throw cutOffError()
    const end = start + this.#bytes.readUInt32BE(this.#at)
    if (end > this.#bytes.length) throw cutOffError()
    this.#at = end
    return this.#bytes.subarray(start, end)
  }

  text(): string {
    return this.bytes().toString('latin1')
  }

  /** The next number without leading zeros. Numbers in keys are never negative. */
  number(): Buffer {
    const bytes = this.bytes()
    if (bytes.length > 0 && bytes[0]! >= 0x80)
      throw new MalformedKeyError(message('keyFiles.negativeNumber'))
    const first = bytes.findIndex((byte) => byte !== 0)
    const digits = first === -1 ? Buffer.alloc(0) : bytes.subarray(first)
    if (digits.length > maxNumberSize)
      throw new MalformedKeyError(message('keyFiles.numberTooLong'))
    return digits
  }

  uint32(): number {
    if (this.#at + 4 > this.#bytes.length) throw cutOffError()
    this.#at += 4
    return this.#bytes.readUInt32BE(this.#at - 4)
  }

  skip(count: number): void {
    this.#at += count
  }

  /** Throws if any bytes remain. */
  end(): void {
    if (this.#at !== this.#bytes.length) throw new MalformedKeyError(message('keyFiles.extraData'))
  }
}

/** Encodes a string. */
export function wireString(content: Buffer | string): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}

/** Encodes a number in its shortest form, with a leading zero if the highest bit would mean a negative one. */
export function wireNumber(digits: Buffer): Buffer {
  const isHigh = digits.length > 0 && digits[0]! >= 0x80
  return wireString(isHigh ? Buffer.concat([Buffer.of(0), digits]) : digits)
}

/** A number's length in bits, not counting leading zeros. */
export function bitLength(digits: Buffer): number {
  return digits.length === 0 ? 0 : digits.length * 8 - (Math.clz32(digits[0]!) - 24)
}

function cutOffError(): MalformedKeyError {
  return new MalformedKeyError(message('keyFiles.cutOff'))
}
