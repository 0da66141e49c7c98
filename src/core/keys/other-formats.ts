import { type Problem, other } from './key-problem.ts'

type Format = Pick<Problem, 'what'> & Partial<Problem> & { pattern: RegExp }

/** What people mistake for an SSH public key, and what to do with it. */
const formats: Format[] = [
  {
    pattern: /^\s*-----BEGIN PGP PUBLIC KEY BLOCK-----/m,
    what: 'holds a GPG key, which is not an SSH public key',
    next: 'Import it as a GPG key.',
  },
  {
    pattern: /^\s*-----BEGIN PUBLIC KEY-----/m,
    what: 'holds a public key in PEM form, which is not an SSH public key',
    next: 'Turn it into one with “ssh-keygen -i -m PKCS8 -f FILE”.',
  },
  {
    pattern: /^\s*-----BEGIN [A-Z0-9 ]*PUBLIC KEY-----/m,
    what: 'holds a public key in PEM form, which is not an SSH public key',
    next: 'Turn it into one with “ssh-keygen -i -m PEM -f FILE”.',
  },
  {
    pattern: /^\s*-----BEGIN [A-Z0-9 ]*(CERTIFICATE|PKCS7|CMS)/m,
    what: 'holds an X.509 certificate, which is not an SSH public key',
  },
  {
    pattern: /^\s*-----BEGIN SSH SIGNATURE-----/m,
    what: 'holds an SSH signature, which is not an SSH public key',
  },
  {
    pattern: /^\s*-----BEGIN (DH|EC) PARAMETERS-----/m,
    what: 'holds parameters of a key, which are not an SSH public key',
  },
  {
    pattern: /^age1[0-9a-z]{40}/m,
    what: 'holds an age recipient, which is not an SSH public key',
  },
  {
    pattern: /^untrusted comment:.*\s+RW/,
    what: 'holds a minisign or signify key, which is not an SSH public key',
  },
]

/** Says what a text is that holds no SSH public key. */
export function otherFormat(text: string): Problem {
  if (text.trim() === '') return other('is empty')
  const format = formats.find(({ pattern }) => pattern.test(text))
  if (format) {
    const { pattern: _, ...problem } = format
    return { ...other(problem.what), ...problem }
  }
  if (/[\0-\x08\x0e-\x1f\uFFFD]/.test(text))
    return other('is not text, so it holds no SSH public key')
  return other('holds no SSH public key')
}
