import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { LocalSshKeyRow } from '../../../shared/operations/local-keys.ts'
import type { SetupKey } from '../../../shared/operations/setup.ts'
import { startSeededSandbox } from '../../../sandbox/testing/seeded-sandbox.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'
import { tempFolder } from '../keys/ssh/testing/key-material.ts'

it.runIf(process.platform === 'linux')(
  'setup checks a key again after its passphrase was set',
  async () => {
    const folder = tempFolder()
    const sandbox = await startSeededSandbox({ users: 0, flavor: 'gitlab' })
    const app = createTestLatchkey({ home: folder.path })
    const { id } = await app.signIn(sandbox.url, sandbox.tokens.user)
    mkdirSync(join(folder.path, '.ssh'), { mode: 0o700 })
    const file = join(folder.path, '.ssh/id_ed25519')
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file])
    const isProtected = async () => {
      const keys = await app.value<SetupKey[]>('setup.keys', { run: 1 }, id)
      return keys.map(({ hasPassphrase }) => hasPassphrase)
    }
    expect(await isProtected()).toEqual([false])
    const rows = await app.value<LocalSshKeyRow[]>('localSshKeys.scan', undefined, id)
    const [localKeyId] = rows.flatMap((row) => (row.kind === 'key' ? row.localKeyId : []))
    await app.value('privateKeys.setPassphrase', { localKeyId, passphrase: 'secret words' }, id)
    expect(await isProtected()).toEqual([true])
    await app.close()
    await sandbox.stop()
    folder.remove()
  },
)
