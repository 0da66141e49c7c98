export const sshKeyUsages = ['auth', 'signing', 'auth_and_signing'] as const

const algorithmNames: [pattern: RegExp, name: string][] = [
  [/^ssh-rsa$/, 'RSA'],
  [/^ssh-dss$/, 'DSA'],
  [/^(sk-)?ssh-ed25519/, 'Ed25519'],
  [/^(sk-)?ecdsa-/, 'ECDSA'],
]

/** The name of the algorithm of an SSH key type. */
export function sshAlgorithmName(type: string): string {
  return algorithmNames.find(([pattern]) => pattern.test(type))?.[1] ?? type
}
