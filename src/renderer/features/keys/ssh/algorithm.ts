import type { SshKeyDetails } from '../../../../shared/app/local-keys.ts'

const names: Record<string, string> = {
  'ssh-rsa': 'RSA',
  'ssh-dss': 'DSA',
  'ssh-ed25519': 'Ed25519',
  'sk-ssh-ed25519@openssh.com': 'Ed25519 on a security key',
  'sk-ecdsa-sha2-nistp256@openssh.com': 'ECDSA on a security key',
}

/** The algorithm of a key and its length, as people say it. */
export function algorithmOf({ type, bits }: Pick<SshKeyDetails, 'type' | 'bits'>): string {
  const name = names[type] ?? (type.startsWith('ecdsa-') ? 'ECDSA' : type)
  return `${name}, ${bits} bits`
}
