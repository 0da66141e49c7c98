import type { SshKeyDetails } from '../../../../shared/app/local-keys.ts'
import { t } from '../../../ui/messages.ts'

const names: [pattern: RegExp, name: string][] = [
  [/^ssh-rsa$/, 'RSA'],
  [/^ssh-dss$/, 'DSA'],
  [/^(sk-)?ssh-ed25519/, 'Ed25519'],
  [/^(sk-)?ecdsa-/, 'ECDSA'],
]

/** The algorithm of a key and its length. */
export function algorithmLabel({ type, bits }: Pick<SshKeyDetails, 'type' | 'bits'>): string {
  const [, name = type] = names.find(([pattern]) => pattern.test(type)) ?? []
  const isOnDevice = type.startsWith('sk-')
  return t(isOnDevice ? 'sshKeys.algorithmOnDevice' : 'sshKeys.algorithm', { name, bits })
}
