import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretKeyFormat } from '../../../../keys/secret-bytes.ts'
import { keygen, output, tempFolder } from './key-material.ts'

export interface SecretSample {
  kind: SecretKeyFormat
  content: Buffer
}

/** Secret keys of every kind, created with common programs if possible, or else built from bytes. */
export function secretSamples(): SecretSample[] {
  const folder = tempFolder()
  try {
    return [
      ...ofOpenSsh(folder.path),
      ...ofOpenSsl(folder.path),
      ...ofGpg(folder.path),
      ...byHand(),
    ]
  } finally {
    folder.remove()
  }
}

function ofOpenSsh(folder: string): SecretSample[] {
  return [
    ['ed25519', ''],
    ['ecdsa', 'a passphrase'],
    ['rsa', ''],
  ].map(([type, passphrase], at) => {
    const path = join(folder, `ssh-${at}`)
    keygen(path, type, '-N', passphrase!, '-C', 'ada')
    return { kind: 'openssh', content: readFileSync(path) }
  })
}

function ofOpenSsl(folder: string): SecretSample[] {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const ed25519 = generateKeyPairSync('ed25519').privateKey
  const dsa = generateKeyPairSync('dsa', { modulusLength: 1024, divisorLength: 160 }).privateKey
  const sealed = { cipher: 'aes-256-cbc', passphrase: 'x' }
  const p1 = rsa.export({ type: 'pkcs1', format: 'pem' })
  const p8 = rsa.export({ type: 'pkcs8', format: 'pem' })
  const path = join(folder, 'rsa.pem')
  writeFileSync(path, p8)
  const certificate = join(folder, 'certificate.pem')
  execFileSync('openssl', [
    'req',
    '-new',
    '-x509',
    '-subj',
    '/CN=x',
    '-key',
    path,
    '-out',
    certificate,
  ])
  const p12 = ['pkcs12', '-export', '-inkey', path, '-in', certificate, '-passout', 'pass:x']
  const der = 'der'
  const kinds: [SecretKeyFormat, string | Buffer][] = [
    ['rsa', p1],
    ['rsa', rsa.export({ type: 'pkcs1', format: 'pem', ...sealed })],
    ['pkcs8', p8],
    ['encryptedPkcs8', rsa.export({ type: 'pkcs8', format: 'pem', ...sealed })],
    ['ec', ec.export({ type: 'sec1', format: 'pem' })],
    ['dsa', output('openssl', ['pkey', '-traditional'], pemOf(dsa))],
    [der, rsa.export({ type: 'pkcs1', format: 'der' })],
    [der, rsa.export({ type: 'pkcs8', format: 'der' })],
    [der, ec.export({ type: 'sec1', format: 'der' })],
    [der, ed25519.export({ type: 'pkcs8', format: 'der' })],
    [der, rsa.export({ type: 'pkcs8', format: 'der', ...sealed })],
    [der, output('openssl', p12)],
    ['jwk', JSON.stringify(ec.export({ format: 'jwk' }))],
  ]
  return kinds.map(([kind, content]) => ({ kind, content: Buffer.from(content as string) }))
}

function pemOf(key: {
  export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer
}): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

function ofGpg(folder: string): SecretSample[] {
  const gpg = (...flags: string[]) =>
    output('gpg', [
      '--homedir',
      folder,
      '--batch',
      '--quiet',
      '--pinentry-mode',
      'loopback',
      ...flags,
    ])
  const kinds = ['ed25519', 'rsa2048', 'nistp256'].flatMap((algorithm): SecretSample[] => {
    const passphrase = ['--passphrase', algorithm === 'rsa2048' ? 'x' : '']
    gpg(...passphrase, '--quick-generate-key', algorithm, algorithm, 'default', '1d')
    const exportedKey = gpg(...passphrase, '--export-secret-keys', algorithm)
    return [
      { kind: 'gpg', content: exportedKey },
      {
        kind: 'gpg',
        content: gpg(...passphrase, '--armor', '--export-secret-keys', algorithm),
      },
      // The same packets in public key armor.
      {
        kind: 'gpg',
        content: Buffer.from(
          `-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n${exportedKey.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END PGP PUBLIC KEY BLOCK-----\n`,
        ),
      },
    ]
  })
  execFileSync('gpgconf', ['--homedir', folder, '--kill', 'gpg-agent'])
  return kinds
}

function byHand(): SecretSample[] {
  const body = (bytes: number) => randomBytes(bytes).toString('base64').replace(/.{64}/g, '$&\n')
  const sshCom = Buffer.concat([Buffer.from('3f6ff9eb000001ab00000022', 'hex'), randomBytes(400)])
  const armoured = '---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "ada"\n'
  const putty =
    'Encryption: none\r\nComment: ada\r\nPublic-Lines: 2\r\nAAAAC3NzaC1lZDI1NTE5AAAA\r\nIGNwvhKUOEGSvd2e\r\n' +
    `Private-Lines: 1\r\n${body(36)}\r\nPrivate-MAC: 00\r\n`
  const kinds: [SecretKeyFormat, string | Buffer][] = [
    ['putty', `PuTTY-User-Key-File-2: ssh-ed25519\r\n${putty}`],
    ['putty', `PuTTY-User-Key-File-3: ssh-ed25519\r\n${putty}`],
    ['sshCom', `${armoured}${sshCom.toString('base64')}\n---- END`],
    ['sshCom', sshCom],
    ['sshProtocol1', `SSH PRIVATE KEY FILE FORMAT 1.1\n\0\0${body(200)}`],
    ['age', `# created\nAGE-SECRET-KEY-1${'Q'.repeat(58)}\n`],
    ['minisign', `untrusted comment: minisign encrypted secret key\n${body(158)}`],
  ]
  return kinds.map(([kind, content]) => ({ kind, content: Buffer.from(content as string) }))
}
