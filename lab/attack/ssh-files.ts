import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A home folder with hostile keys. */
export interface HostileHome {
  /** The names of the hostile files in `.ssh`. */
  names: string[]
  /** Lines from private keys, which must never appear. */
  privateLines: string[]
  /** The title of the only key that the scan must find. */
  goodKeyTitle: string
}

/** Fills `.ssh` in a home folder. */
export function makeHostileSsh(home: string): HostileHome {
  const folder = join(home, '.ssh')
  mkdirSync(folder, { mode: 0o700 })
  const at = (name: string) => join(folder, name)
  makeKey(at('id_good'), 'found-in-spite-of-all')
  const good = readFileSync(at('id_good.pub'), 'utf8').trim()
  const secret = readFileSync(at('id_good'), 'utf8')
  const [type, blob = ''] = good.split(' ')
  const names: string[] = []
  const put = (name: string, content: string | Buffer) => {
    writeFileSync(at(name), content, { mode: 0o600 })
    names.push(name)
  }
  const link = (name: string, target: string) => {
    symlinkSync(target, at(name))
    names.push(name)
  }
  const legacy =
    '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAsecretsecret\n-----END RSA PRIVATE KEY-----\n'

  put('private.pub', secret)
  put('private-after-public.pub', `${good}\n${secret}`)
  put('private-with-a-mark.pub', `\uFEFF${secret}`)
  put('private-in-utf16.pub', Buffer.from(`\uFEFF${secret}`, 'utf16le'))
  put('private-on-windows.pub', secret.replaceAll('\n', '\r\n'))
  put('private-on-old-macs.pub', secret.replaceAll('\n', '\r'))
  put('private-in-spaces.pub', `${' '.repeat(5_000)}${secret}`)
  put('private-in-base64.pub', Buffer.from(secret).toString('base64'))
  put('private-as-comment.pub', `${type} ${blob} ${secret.replaceAll('\n', ' ')}`)
  put('private-after-NUL.pub', `\0${secret}`)
  put('private-rsa.pub', legacy)
  put('private-without-an-end.pub', secret.slice(0, 200))
  put('putty.pub', 'PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\nAAAA\n')
  put('public-with-a-private-part', good)
  put('empty.pub', '')
  put('blank.pub', '\n\n   \n')
  put('noise.pub', Buffer.from(Array.from({ length: 4096 }, (_, nth) => (nth * 131) % 256)))
  put('no-blob.pub', 'ssh-ed25519')
  put('other-type.pub', `ssh-rsa ${blob} x`)
  put('cut.pub', `${type} ${blob.slice(0, 20)} cut`)
  put('long-blob.pub', `${type} ${'A'.repeat(60_000)} long`)
  put(
    'length-that-lies.pub',
    `ssh-rsa ${Buffer.from('00000007ffffffff7fffffff', 'hex').toString('base64')} x`,
  )
  put('a-million-lines.pub', `${good}\n`.repeat(600))
  put('bidi-comment.pub', `${type} ${blob} \u202Efdp.exe\u2066`)
  put('control-comment.pub', `${type} ${blob} \x1b[2J\x07\0`)
  put('html-comment.pub', `${type} ${blob} <img src=x onerror=alert(1)>`)
  put('options.pub', `command="rm -rf ~" ${good}`)
  put('certificate.pub', `ssh-ed25519-cert-v01@openssh.com ${blob} x`)
  put('unknown-type.pub', `ssh-evil ${blob} x`)
  put('rfc4716.pub', `---- BEGIN SSH2 PUBLIC KEY ----\nComment: "${'x'.repeat(2_000)}"\n${blob}\n`)
  put('new\nline.pub', good)
  put('\u202Ebup.yek', good)
  put(`${'x'.repeat(250)}.pub`, good)
  put('<img src=x onerror=alert(1)>.pub', good)
  put('65-kilobytes.pub', `${good}\n${'x'.repeat(65_537)}`)
  put('4-gigabytes.pub', '')
  truncateSync(at('4-gigabytes.pub'), 4 * 1024 ** 3)
  link('circle.pub', 'circle.pub')
  link('one.pub', 'two.pub')
  link('two.pub', 'one.pub')
  link('nothing.pub', '/nowhere/at/all')
  link('shadow.pub', '/etc/shadow')
  link('passwd.pub', '/etc/passwd')
  link('zero.pub', '/dev/zero')
  link('random.pub', '/dev/urandom')
  link('terminal.pub', '/dev/tty')
  link('environment.pub', '/proc/self/environ')
  link('memory.pub', '/proc/self/mem')
  link('private-by-link.pub', 'id_good')
  link('root', '/')
  link('itself', '.')
  mkdirSync(at('folder.pub'))
  names.push('folder.pub')
  mkdirSync(at('a/b/c/d/e/f/g'), { recursive: true })
  names.push('a/b/c/d/e/f/g')
  if (spawnSync('mkfifo', [at('fifo.pub')]).status === 0) names.push('fifo.pub')
  if (spawnSync('mknod', [at('device.pub'), 'c', '1', '5']).status === 0) names.push('device.pub')
  createServer().listen(at('socket.pub')).unref()
  names.push('socket.pub')
  const privateLines = secret.split('\n').filter((line) => line.length > 40)
  return { names, privateLines, goodKeyTitle: 'found-in-spite-of-all' }
}

/** Keeps changing files while they are read. Returns a function that stops this. */
export function changeFiles(home: string): () => void {
  const script = `cd "$1/.ssh" && while :; do ln -sf /etc/shadow flip.pub; ln -sf id_good.pub flip.pub; rm -f flip.pub; mkfifo flip.pub; rm -f flip.pub; done`
  const child = spawn('sh', ['-c', script, 'sh', home], { stdio: 'ignore' })
  return () => void child.kill('SIGKILL')
}

function makeKey(path: string, comment: string): void {
  const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', comment, '-f', path])
  if (made.status !== 0) throw new Error('ssh-keygen is needed to make a key.')
}
