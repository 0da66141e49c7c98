import { hostname } from 'node:os'
import type { Context, Feature } from '../feature.ts'
import { GpgKeyImport } from './gpg/gpg-key-import.ts'
import { gpgKeysOf, ownGpgKeys } from './gpg/gpg-key-owner.ts'
import { GpgProgram } from './gpg/gpg-program.ts'
import { SshKeyImport } from './ssh/ssh-key-import.ts'
import { ownSshKeys, sshKeysOf } from './ssh/ssh-key-owner.ts'

/** SSH and GPG keys: those of this computer, compared with an account and imported. */
export function keysFeature(context: Context): Feature<'localGpgKeys' | 'localSshKeys'> {
  const { accounts, audit, clock, ports, service } = context
  const { home } = ports
  const { now } = clock
  const otherAccounts = (id: string) => accounts.onSameInstance(id).map((other) => service(other))
  const gpg = new GpgKeyImport({
    gpg: new GpgProgram({ environment: { ...process.env, HOME: home } }),
    now,
    otherAccounts,
  })
  const ssh = new SshKeyImport({ home, hostName: hostname(), now, otherAccounts })
  return {
    handlers: {
      localGpgKeys: {
        scan: () => gpg.scan(),
        read: ({ files }) => gpg.read(files),
        list: (_, me) => gpg.list(ownGpgKeys(me)),
        listFor: ({ user_id: id }, me) => gpg.list(gpgKeysOf(me, id, audit)),
        import: ({ keys }, me) => gpg.importAll(ownGpgKeys(me), idsOf(keys)),
        importFor: ({ user_id: id, keys }, me) =>
          gpg.importAll(gpgKeysOf(me, id, audit), idsOf(keys)),
        renew: ({ key_id: keyId, localKeyId }, me) => gpg.renew(me, keyId, localKeyId),
      },
      localSshKeys: {
        scan: () => ssh.scan(),
        read: ({ files }) => ssh.read(files),
        list: (_, me) => ssh.list(ownSshKeys(me)),
        listFor: ({ user_id: id }, me) => ssh.list(sshKeysOf(me, id, audit)),
        import: ({ keys }, me) => ssh.importAll(ownSshKeys(me), keys),
        importFor: ({ user_id: id, keys }, me) => ssh.importAll(sshKeysOf(me, id, audit), keys),
        renew: ({ key_id: keyId, ...changes }, me) => ssh.renew(me, keyId, changes),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function idsOf(keys: readonly { localKeyId: string }[]): string[] {
  return keys.map((key) => key.localKeyId)
}
