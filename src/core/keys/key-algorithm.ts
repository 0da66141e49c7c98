import { weakRsaBits } from '../../shared/rules/expiry.ts'

/** A key's algorithm, and its length if there is a choice. */
export interface KeyAlgorithm {
  algorithm: string
  bits?: number
}

export function isWeakAlgorithm({ algorithm, bits = 0 }: KeyAlgorithm): boolean {
  return algorithm === 'DSA' || (algorithm === 'RSA' && bits < weakRsaBits)
}

/** RFC 9580, section 9.1. */
const gpgAlgorithms: Readonly<Record<number, string>> = {
  1: 'RSA',
  2: 'RSA',
  3: 'RSA',
  16: 'Elgamal',
  17: 'DSA',
  18: 'ECDH',
  19: 'ECDSA',
  22: 'EdDSA',
  25: 'X25519',
  26: 'X448',
  27: 'Ed25519',
  28: 'Ed448',
}
const withLength: ReadonlySet<string> = new Set(['RSA', 'Elgamal', 'DSA'])

/** Reads the algorithm from an OpenPGP key or subkey packet without its header (RFC 9580, section 5.5.2). */
export function readGpgAlgorithm(body: Buffer): KeyAlgorithm {
  const number = body[5] ?? 0
  const algorithm = gpgAlgorithms[number] ?? `#${number}`
  // Since version 5, a length precedes the numbers.
  const numbers = body[0]! >= 5 ? 10 : 6
  return withLength.has(algorithm) && body.length >= numbers + 2
    ? { algorithm, bits: body.readUInt16BE(numbers) }
    : { algorithm }
}
