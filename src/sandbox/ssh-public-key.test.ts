import { describe, expect, it } from 'vitest'
import { busyTime } from '../core/testing/busy-time.ts'
import { sshKeySamples } from './seed/ssh-key-samples.ts'
import { readSshPublicKey } from './ssh-public-key.ts'

// As ssh-keygen prints them.
const known: [keyof typeof sshKeySamples, number, string, string][] = [
  [
    'rsa2048',
    2048,
    'PBkSGlTkCLt71ZD6mUFZ7k87K+vzEkqaOtitcc+gD5E',
    '3e:61:7c:72:0b:ee:60:0a:ad:f4:4d:d2:ba:5f:88:af',
  ],
  [
    'rsa3072',
    3072,
    'XKRkFgolWbTkU5TH9KHRL0eoPQOhcZnFP2KsydBMHdw',
    'b6:f3:78:85:61:79:86:4d:8c:4e:9e:81:bf:55:87:51',
  ],
  [
    'rsa4096',
    4096,
    '4U4OZrcCxs+aoXgjaT0TgNgJGzM8HrQc0mwuEqgbyC0',
    '1b:65:ce:8b:7e:ab:ed:0f:f2:51:4f:0b:9c:0f:82:e9',
  ],
  [
    'dsa',
    1024,
    'pYqS4kfWWpbMpyZ1LDX/wsFPcF1hFxs9XQvQMZX3jgk',
    'd7:0c:9a:64:9b:1d:41:84:58:20:51:51:4d:eb:c7:cd',
  ],
  [
    'ecdsa256',
    256,
    'S58fbyxTs0XuSde2FX34nRmpvSQs7vRrjWDQpjjXnAY',
    '89:51:26:07:66:e3:65:e3:4d:96:48:ff:db:99:c3:bb',
  ],
  [
    'ecdsa384',
    384,
    'xAknfyqPtadGRN7HAPasHhHylPpv8QoXZ0a8VKmTbfg',
    '63:99:f9:da:de:9c:28:b8:69:5a:67:df:71:3a:84:b0',
  ],
  [
    'ecdsa521',
    521,
    'CKwt62yf+ooHvGL5pN6HxCI2KmHEoYw5ijBvGZZmqiA',
    'd1:f2:60:af:3f:50:d1:09:06:6a:27:70:4e:95:6a:b7',
  ],
  [
    'ed25519',
    256,
    'W77RNr82wqgcaqXUFJZ1J7hMEaiJYxgr67G4KXpInK4',
    '24:ff:17:f6:f6:dc:92:bf:41:b4:9a:11:49:1a:2e:a0',
  ],
  [
    'ecdsaSk',
    256,
    'lfLVxZx4BB4j8itL63xjs6u1iU+c1oHRGNXSMcqVUJw',
    '80:79:07:8f:f1:44:de:4c:6f:5a:18:d4:8d:6b:a6:a2',
  ],
  [
    'ed25519Sk',
    256,
    'DZZ5rWe99ZGvG07zxoBIaDc45eti8C1nGHVw0dXzAt0',
    'b6:31:50:ef:58:a7:7d:36:77:74:55:08:6c:15:a8:56',
  ],
  [
    'compromised',
    256,
    '4Wfeh0IAc4U7QA0457Wy3FWlhWE8s0cS+HC+SecD2KA',
    '7f:50:6b:44:bf:0c:70:38:95:14:33:3b:3e:56:f6:23',
  ],
]

const { ed25519 } = sshKeySamples
const [type, base64] = ed25519.split(' ') as [string, string]

describe('readSshPublicKey', () => {
  it.each(known)('returns the size and fingerprints of type %s', (name, bits, sha256, md5) => {
    const text = sshKeySamples[name]
    const key = { type: text.split(' ')[0], bits, text, md5, sha256 }
    expect(readSshPublicKey(text)).toEqual({ stored: text, key })
  })

  it.each([
    ['spaces', `${type} ${base64.slice(0, 10)} ${base64.slice(10, 30)}   ${base64.slice(30)}`],
    ['line ends', `${type} ${base64.slice(0, 40)}\r\n${base64.slice(40)}\n`],
    ['a space after every character', `${type} ${base64.split('').join(' ')}`],
    ['surrounding whitespace', `\n\t ${ed25519}  \n`],
  ])('strips %s', (_, text) => {
    expect(readSshPublicKey(text)).toMatchObject({ stored: ed25519, key: { text: ed25519 } })
  })

  it('keeps the first word of the comment', () => {
    const { stored, key } = readSshPublicKey(`${ed25519} maya@laptop at home`)
    expect(stored).toBe(`${ed25519} maya@laptop`)
    expect(key?.text).toBe(ed25519)
  })

  it('reads the first of two keys', () => {
    const { key } = readSshPublicKey(`${ed25519}\n${sshKeySamples.rsa2048}`)
    expect(key?.text).toBe(ed25519)
  })
})

describe('readSshPublicKey with invalid input', () => {
  const blob = Buffer.from(base64, 'base64')
  const field = (bytes: string | Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    return Buffer.concat([length, Buffer.from(bytes)])
  }
  const made = (type: string, ...fields: (string | Uint8Array)[]) =>
    `${type} ${Buffer.concat([type, ...fields].map(field)).toString('base64')}`
  const [ecdsaType, ecdsaBase64] = sshKeySamples.ecdsa256.split(' ') as [string, string]
  const offCurve = Buffer.from(ecdsaBase64, 'base64')
  offCurve.writeUInt8(offCurve.readUInt8(offCurve.length - 1) ^ 1, offCurve.length - 1)
  const number = Buffer.alloc(256, 0x55)

  it.each([
    ['empty text', ''],
    ['white space', ' \n '],
    ['a word', 'hello'],
    ['a type without a key', type],
    ['the name of a built-in property', `constructor ${base64}`],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmU=\n'],
    ['a key cut off by four characters', `${type} ${base64.slice(0, -4)}`],
    ['a key cut off by one character', `${type} ${base64.slice(0, -1)}`],
    ['a key with a byte too many', `${type} ${Buffer.concat([blob, number]).toString('base64')}`],
    ['a key with another type before it', `ssh-rsa ${base64}`],
    ['a key with its type in capitals', `SSH-ED25519 ${base64}`],
    ['a key after options', `no-pty ${ed25519}`],
    ['a key with a character that is not base64', `${type} ${base64.replace('C', '!')}`],
    ['a key without its padding', sshKeySamples.ecdsa256.replace(/=+$/, '')],
    ['an unknown type', made('ssh-ed448', number)],
    ['a short ed25519', made('ssh-ed25519', number.subarray(0, 31))],
    ['an empty ed25519', made('ssh-ed25519')],
    ['an RSA without a modulus', made('ssh-rsa', number)],
    ['an RSA with three numbers', made('ssh-rsa', number, number, number)],
    ['an RSA that is negative', made('ssh-rsa', Buffer.alloc(3, 1), Buffer.alloc(256, 0xff))],
    ['an RSA of zero', made('ssh-rsa', Buffer.alloc(3, 1), Buffer.alloc(256))],
    ['a DSA of three numbers', made('ssh-dss', number, number, number)],
    ['a point off its curve', `${ecdsaType} ${offCurve.toString('base64')}`],
    ['a point on another curve', made(ecdsaType, 'nistp384', offCurve)],
    ['a point that is compressed', made(ecdsaType, 'nistp256', Buffer.alloc(33, 2))],
    ['a security key without its application', made('sk-ssh-ed25519@openssh.com', blob)],
    [
      'a length beyond the end',
      `${type} ${Buffer.from([255, 255, 255, 255, 1, 2]).toString('base64')}`,
    ],
  ])('rejects %s', (_, text) => {
    expect(readSshPublicKey(text)).toEqual({ stored: text })
  })

  it('rejects long input quickly', async () => {
    const time = await busyTime(() => {
      for (const text of ['A '.repeat(500_000), 'A'.repeat(1_000_000)]) {
        expect(readSshPublicKey(`${type} ${text}`).key).toBeUndefined()
      }
    })
    expect(time).toBeLessThan(5000)
  })
})
