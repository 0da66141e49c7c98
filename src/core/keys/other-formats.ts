import { type Message, message } from '../../shared/messages/message.ts'
import { type KeyProblem, otherProblem } from './key-problem.ts'

interface Format {
  pattern: RegExp
  reason: Message
  hint?: Message
}

const pem = message('keyFiles.pem')
const convert = (command: string) => message('keyFiles.convert', { command })

/** Formats that are mistaken for SSH public keys. */
const formats: Format[] = [
  {
    pattern: /^\s*-----BEGIN PGP PUBLIC KEY BLOCK-----/m,
    reason: message('keyFiles.gpgKey'),
    hint: message('keyFiles.importAsGpgKey'),
  },
  {
    pattern: /^\s*-----BEGIN PUBLIC KEY-----/m,
    reason: pem,
    hint: convert('ssh-keygen -i -m PKCS8 -f FILE'),
  },
  {
    pattern: /^\s*-----BEGIN [A-Z0-9 ]*PUBLIC KEY-----/m,
    reason: pem,
    hint: convert('ssh-keygen -i -m PEM -f FILE'),
  },
  {
    pattern: /^\s*-----BEGIN [A-Z0-9 ]*(CERTIFICATE|PKCS7|CMS)/m,
    reason: message('keyFiles.x509Certificate'),
  },
  { pattern: /^\s*-----BEGIN SSH SIGNATURE-----/m, reason: message('keyFiles.sshSignature') },
  {
    pattern: /^\s*-----BEGIN (DH|EC) PARAMETERS-----/m,
    reason: message('keyFiles.keyParameters'),
  },
  { pattern: /^age1[0-9a-z]{40}/m, reason: message('keyFiles.ageKey') },
  { pattern: /^untrusted comment:.*\s+RW/, reason: message('keyFiles.minisignKey') },
]

/** Names the format of a text without an SSH public key. */
export function describeOtherFormat(text: string): KeyProblem {
  if (text.trim() === '') return otherProblem(message('keyFiles.empty'))
  const format = formats.find(({ pattern }) => pattern.test(text))
  if (format) return otherProblem(format.reason, format.hint)
  const isBinary = /[\0-\x08\x0e-\x1f\uFFFD]/.test(text)
  return otherProblem(message(isBinary ? 'keyFiles.binary' : 'keyFiles.noSshKey'))
}
