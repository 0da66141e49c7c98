import { expect, it } from 'vitest'
import { isKeyFileName } from './new-ssh-key.ts'

it.each(['id_ed25519', 'work', 'id_rsa-2.old', '_key', 'configs', 'known'])(
  'accepts %s as the name of a private key',
  (name) => expect(isKeyFileName(name)).toBe(true),
)

it.each([
  ...['', '.hidden', '-f', '../id', 'a/b', 'a\\b', 'a b', 'clé', 'a\n', 'a'.repeat(101)],
  ...['id.pub', 'id.PUB', 'id.', 'config', 'Config', 'config.d', 'known_hosts', 'known_hosts.old'],
  ...['authorized_keys', 'authorized_keys2', 'allowed_signers', 'environment', 'rc', 'latchkey'],
])('rejects %j as the name of a private key', (name) => expect(isKeyFileName(name)).toBe(false))
