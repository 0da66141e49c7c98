import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { formatFileRow } from '../file-rows.ts'
import { type SshKeyFileRow, examineSsh } from './examine.ts'
import { handMade, keygen, output, rfc4716, tempFolder } from './testing/key-material.ts'
import { decodeText } from '../../../keys/text.ts'
import { busyTime } from '../../../testing/busy-time.ts'

// Each file is either parsed like `ssh-keygen -lf` would, or rejected with a reason.

interface Case {
  name: string
  content: string | Buffer
  /** Input for ssh-keygen if it differs from `content`; absent for files without a key. */
  keygenInput?: string
  comment?: string
  /** A pattern for the rejection message. */
  refused?: RegExp
}

const folder = tempFolder()
let cases: Case[]
beforeAll(() => (cases = makeCases()))
afterAll(() => folder.remove())

it('parses keys like ssh-keygen, or rejects them with a reason', async () => {
  const sentences = new Map<string, string>()
  for (const { name, content, keygenInput, comment, refused } of cases) {
    const bytes = Buffer.from(content as Buffer)
    let rows: SshKeyFileRow[] = []
    const time = await busyTime(() => (rows = examineSsh(name, bytes, decodeText(bytes))))
    expect(time, name).toBeLessThan(2_000)
    if (keygenInput === undefined) {
      expect(
        rows.map(({ kind }) => kind),
        name,
      ).not.toContain('key')
      expect(rows, name).not.toEqual([])
      expect(shown(rows[0]!), name).toMatch(refused!)
      sentences.set(name, shown(rows[0]!))
    } else expect(rows.map(shown), name).toEqual(keygenOutput(keygenInput, comment))
  }
  for (const sentence of sentences.values()) expect(sentence).toMatch(/^\S.*[^.]\.$/)
})

function shown(row: SshKeyFileRow): string {
  if (row.kind !== 'key') return formatFileRow(row).message
  const { bits, fingerprint, comment, type } = row.key
  return `${bits} ${fingerprint} ${comment || 'no comment'} (${keygenNames[type]})`
}

const keygenNames: Record<string, string> = {
  'ssh-rsa': 'RSA',
  'ssh-dss': 'DSA',
  'ssh-ed25519': 'ED25519',
  'ecdsa-sha2-nistp256': 'ECDSA',
  'ecdsa-sha2-nistp384': 'ECDSA',
  'ecdsa-sha2-nistp521': 'ECDSA',
  'sk-ssh-ed25519@openssh.com': 'ED25519-SK',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ECDSA-SK',
}

/** One line per key. `comment` overrides the comment that ssh-keygen shows. */
function keygenOutput(text: string, comment: string | undefined): string[] {
  const file = join(folder.path, 'asked')
  writeFileSync(file, text)
  const { stdout } = spawnSync('ssh-keygen', ['-l', '-f', file], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  expect(stdout, text).not.toBe('')
  const lines = stdout.trimEnd().split('\n')
  return lines.map((line) => {
    const [, head, said, type] = /^(\d+ \S+) ([^]*) (\(\S+\))$/.exec(line)!
    return `${head} ${comment ?? said!.trim()} ${type}`
  })
}

function makeCases(): Case[] {
  const path = (name: string) => join(folder.path, name)
  const lines: Record<string, string> = {
    ed25519: keygen(path('ed25519')),
    rsa2048: keygen(path('rsa2048'), 'rsa', '-b', '2048'),
    rsa1024: keygen(path('rsa1024'), 'rsa', '-b', '1024'),
    rsa3072: keygen(path('rsa3072'), 'rsa', '-b', '3072'),
    p256: keygen(path('p256'), 'ecdsa', '-b', '256'),
    p384: keygen(path('p384'), 'ecdsa', '-b', '384'),
    p521: keygen(path('p521'), 'ecdsa', '-b', '521'),
    ...handMade(),
  }
  return [
    ...Object.entries(lines).map(([name, line]): Case => {
      return { name: `${name}.pub`, content: line, keygenInput: line }
    }),
    ...wellFormed('ed25519', lines.ed25519!),
    ...severalKeys(lines),
    ...Object.entries(lines).flatMap(([name, line]) => cut(name, line)),
    ...broken('ed25519', lines.ed25519!),
    ...certificates(path),
    ...privateKeys(path, lines.ed25519!),
    ...otherFormats(path),
    ...garbage(lines.ed25519!),
  ]
}

function wellFormed(name: string, line: string): Case[] {
  const [type, blob] = line.split(' ')
  const oneLiners: [string, string, (string | undefined)?][] = [
    ['newline', `${line}\n`],
    ['comment', `${line} ada@laptop\n`],
    ['spaces', `${line} Ada  Lovelace, work\n`],
    ['unicode', `${line} Zoë’s ключ 🔑 日本\n`],
    ['hash', `${line} # not a comment\n`],
    ['inner-hash', `${line} ada # work\n`],
    ['crlf', `${line} ada@laptop\r\n`],
    ['tabs', `\t${type}\t${blob}\tada\tlaptop\n`],
    ['blank', `\n\n# my keys\n   \n${line} ada\n\n`],
    ['option', `no-pty ${line} ada\n`],
    ['options', `no-pty,from="10.0.0.*,*.example.org" ${line} ada\n`],
    ['quotes', `command="echo \\"a b\\" # c",restrict ${line} ada\n`],
    ['options-bare', `restrict,pty ${line}\n`, 'no comment'],
  ]
  const bom = `\uFEFF${line} ada\n`
  const hidden: [string, string][] = [
    ['hidden-before', `\u200B${line} ada 👩‍👩‍👧\n`],
    ['hidden-bom', `# my key\n\uFEFF${line} ada\n`],
    ['hidden-within', `${type} ${blob!.slice(0, 20)}\u200B\u00AD${blob!.slice(20)}\u2060 ada\n`],
    ...['\uFEFF', '\u2028', '\u2029'].map((character, at): [string, string] => [
      `hidden-space-${at}`,
      `${type} ${blob!.slice(0, 20)}${character}${blob!.slice(20)} ada\n`,
    ]),
    ['hidden-4716', rfc4716(line, ['Comment: ada']).replaceAll(/^/gm, '\u200B')],
  ]
  return [
    ...hidden.map(([variant, content]): Case => {
      const comment = variant === 'hidden-before' ? 'ada 👩‍👩‍👧' : 'ada'
      return { name: `${name}-${variant}.pub`, content, keygenInput: line, comment }
    }),
    ...oneLiners.map(([variant, content, comment]): Case => {
      return { name: `${name}-${variant}.pub`, content, keygenInput: content, comment }
    }),
    { name: `${name}-bom.pub`, content: bom, keygenInput: bom.slice(1) },
    ...([true, false] as const).map((hasMark): Case => {
      const content = Buffer.from(`${hasMark ? '\uFEFF' : ''}${line} ada\r\n`, 'utf16le')
      return { name: `${name}-utf16-${hasMark}.pub`, content, keygenInput: `${line} ada\n` }
    }),
    ...rfc4716Cases(name, line),
  ]
}

function rfc4716Cases(name: string, line: string): Case[] {
  const headers: [string, string[], string][] = [
    ['plain', [], 'no comment'],
    ['comment', ['Comment: "ada at work"'], 'ada at work'],
    ['subject', ['Subject: ada', 'x-private: yes'], 'ada'],
    [
      'continued',
      ['Comment: "a comment that goes \\', 'on and on"'],
      'a comment that goes on and on',
    ],
  ]
  return headers.flatMap(([variant, header, comment]): Case[] => {
    const content = rfc4716(line, header)
    // ssh-keygen can only convert this format.
    writeFileSync(join(folder.path, 'block'), content)
    const convertedKey = output('ssh-keygen', ['-i', '-f', join(folder.path, 'block')]).toString()
    return [
      { name: `${name}-4716-${variant}.pub`, content, keygenInput: convertedKey, comment },
      {
        name: `${name}-4716-${variant}-crlf.pub`,
        content: content.replaceAll('\n', '\r\n'),
        keygenInput: convertedKey,
        comment,
      },
    ]
  })
}

function severalKeys(lines: Record<string, string>): Case[] {
  const numberedLines = Object.values(lines).map((line, at) => `${line} key ${at}`)
  return [
    { name: 'all.pub', content: numberedLines.join('\n'), keygenInput: numberedLines.join('\n') },
    {
      name: 'all-crlf.pub',
      content: numberedLines.join('\r\n'),
      keygenInput: numberedLines.join('\n'),
    },
    {
      name: 'all-cr.pub',
      content: numberedLines.join('\r'),
      keygenInput: numberedLines.join('\n'),
    },
    {
      name: 'notes.txt',
      content: `Notes\n${numberedLines[0]}\nmore notes\n`,
      keygenInput: `${numberedLines[0]}\n`,
    },
  ]
}

function cut(name: string, line: string): Case[] {
  const [type, blob] = line.split(' ') as [string, string]
  const bytes = Buffer.from(blob, 'base64')
  const less = bytes.subarray(0, bytes.length - 6).toString('base64')
  const more = Buffer.concat([bytes, Buffer.alloc(3)]).toString('base64')
  return [
    { name: `${name}-less.pub`, content: `${type} ${less} ada`, refused: /is incomplete/ },
    { name: `${name}-more.pub`, content: `${type} ${more} ada`, refused: /extra data/ },
  ]
}

function broken(name: string, line: string): Case[] {
  const [type, blob] = line.split(' ') as [string, string]
  const contents: [string, string, RegExp][] = [
    ['other-type', `ssh-rsa ${blob}`, /starts with \S+ but contains \S+\./],
    ['half', `${type} ${blob.slice(0, 41)}\n${blob.slice(41)}`, /is incomplete/],
    ['no-blob', `${type}\n`, /is incomplete/],
    ['no-type', `${blob} ada\n`, /key type, such as ssh-ed25519, is missing/],
    ['4716-cut', rfc4716(line).split('\n').slice(0, -2).join('\n'), /END SSH2 PUBLIC KEY/],
    ['known-host', `git.example.org,10.0.0.1 ${line}\n`, /lists of known hosts/],
  ]
  return contents.map(([variant, content, refused]) => {
    return { name: `${name}-${variant}.pub`, content, refused }
  })
}

function certificates(path: (name: string) => string): Case[] {
  keygen(path('ca'))
  return ['ed25519', 'rsa2048', 'p256', 'p384', 'p521'].flatMap((name): Case[] => {
    const flags = ['-q', '-s', path('ca'), '-I', 'ada', '-n', 'ada', `${path(name)}.pub`]
    execFileSync('ssh-keygen', flags)
    const content = readFileSync(`${path(name)}-cert.pub`)
    return [{ name: `${name}-cert.pub`, content, refused: /OpenSSH certificate/ }]
  })
}

function privateKeys(path: (name: string) => string, line: string): Case[] {
  const pem = (name: string, format: string) => {
    execFileSync('cp', [path(name), path(`${name}-${format}`)])
    execFileSync('ssh-keygen', [
      '-q',
      '-p',
      '-N',
      '',
      '-m',
      format,
      '-f',
      path(`${name}-${format}`),
    ])
    return readFileSync(path(`${name}-${format}`), 'utf8')
  }
  const texts: [string, string, RegExp][] = [
    ['openssh', readFileSync(path('ed25519'), 'utf8'), /an OpenSSH private key/],
    ['openssh-rsa', readFileSync(path('rsa2048'), 'utf8'), /an OpenSSH private key/],
    ['pkcs1', pem('rsa2048', 'PEM'), /an RSA private key/],
    ['ec', pem('p256', 'PEM'), /an EC private key/],
    ['pkcs8', pem('rsa2048', 'PKCS8'), /a private key \(PKCS#8\)/],
  ]
  return texts.flatMap(([name, text, refused]): Case[] => [
    { name, content: text, refused },
    { name: `${name}.pub`, content: text.replaceAll('\n', '\r\n'), refused },
    { name: `${name}-after.pub`, content: `${line} ada\n${text}`, refused },
    { name: `${name}-cut`, content: text.slice(0, 200), refused },
  ])
}

function otherFormats(path: (name: string) => string): Case[] {
  const keys = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ed25519'),
  ]
  const rsa = keys[0]!.publicKey
  writeFileSync(path('tls'), keys[0]!.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const request = ['req', '-new', '-x509', '-subj', '/CN=ada', '-key', path('tls')]
  const pgp =
    '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmDMEZQ==\n-----END PGP PUBLIC KEY BLOCK-----\n'
  const minisign =
    'untrusted comment: minisign public key 8CD7\nRWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZyk\n'
  return [
    ...keys.map(({ publicKey }, at): Case => {
      const content = publicKey.export({ type: 'spki', format: 'pem' })
      return {
        name: `spki-${at}.pem`,
        content,
        refused: /PEM format, not in SSH format/,
      }
    }),
    {
      name: 'pkcs1.pub',
      content: rsa.export({ type: 'pkcs1', format: 'pem' }),
      refused: /PEM format/,
    },
    {
      name: 'spki.der',
      content: rsa.export({ type: 'spki', format: 'der' }),
      refused: /Not a text file/,
    },
    { name: 'x509.crt', content: output('openssl', request), refused: /X\.509 certificate/ },
    { name: 'pgp.asc', content: pgp, refused: /GPG key, not an SSH public key/ },
    { name: 'age.pub', content: `age1${'q'.repeat(58)}\n`, refused: /key for age/ },
    { name: 'minisign.pub', content: minisign, refused: /key for minisign or signify/ },
  ]
}

function garbage(line: string): Case[] {
  const none = /No SSH public key found/
  return [
    { name: 'empty.pub', content: '', refused: /No content/ },
    { name: 'blank.pub', content: '\r\n \n', refused: /No content/ },
    { name: 'comments.pub', content: '# nothing here\n', refused: none },
    { name: 'prose.pub', content: 'My keys are elsewhere.\n', refused: none },
    { name: 'zeros.pub', content: Buffer.alloc(5000), refused: /Not a text file/ },
    { name: 'ones.pub', content: Buffer.alloc(65_536, 0xff), refused: none },
    { name: 'long.pub', content: 'a'.repeat(65_536), refused: none },
    { name: 'quote.pub', content: `command="${'\\"'.repeat(30_000)}`, refused: none },
    {
      name: 'v1.pub',
      content: `1024 35 ${'123456789'.repeat(30)} ada\n`,
      refused: /SSH protocol 1/,
    },
    {
      name: 'ed448.pub',
      content: line.replace('ssh-ed25519', 'ssh-ed448'),
      refused: /type ssh-ed448/,
    },
    { name: 'a\u0000.pub', content: `ssh-ed25519 ${'='.repeat(9)}\n`, refused: /not valid base64/ },
  ]
}
