import { hostname } from 'node:os'
import type { AccountService } from '../../gitlab/gitlab-client.ts'
import { type Computer, forEachComputer } from '../../accounts/computers.ts'
import type { Context } from '../../context.ts'
import type { Feature } from '../feature.ts'
import { GpgKeys, gpgKeysOfUser, ownGpgKeys } from './gpg.ts'
import { GpgProgram } from './gpg/gpg-program.ts'
import { RunningImports } from './key-import.ts'
import { SshKeys, ownSshKeys, sshKeysOfUser } from './ssh.ts'
import { readAgentKeys } from './ssh/agent-keys.ts'

export interface KeysFeature extends Feature<'localGpgKeys' | 'localSshKeys'> {
  /** The keys of a computer, for other features. */
  keysOf(computer: Computer): ReturnType<typeof openKeys>
}

/** SSH and GPG keys: those of a computer, compared with an account and imported. */
export function keysFeature(context: Context): KeysFeature {
  const { audit, events } = context
  const keysOf = forEachComputer((computer) => openKeys(context, computer))
  const ssh = (me: AccountService | undefined) => keysOf(context.computers.of(me?.account)).ssh
  const gpg = (me: AccountService | undefined) => keysOf(context.computers.of(me?.account)).gpg
  const imports = new RunningImports((news) => events.emit('keyImport', news))
  return {
    keysOf,
    handlers: {
      localSshKeys: {
        scan: (_, me) => ssh(me).scan(),
        read: ({ files }, me) => ssh(me).read(files),
        forget: ({ localKeyId }, me) => ssh(me).forget(localKeyId),
        list: (_, me) => ssh(me).list(ownSshKeys(me)),
        listFor: ({ user_id: id }, me) => ssh(me).list(sshKeysOfUser(me, id, audit)),
        import: ({ keys }, me) =>
          imports.run(me, (progress) => ssh(me).import(ownSshKeys(me), keys, progress)),
        importFor: ({ user_id: id, keys }, me) =>
          imports.run(me, (progress) =>
            ssh(me).import(sshKeysOfUser(me, id, audit), keys, progress),
          ),
        cancelImport: (_, me) => imports.cancel(me),
        renew: ({ key_id: id, ...changes }, me) => ssh(me).renew(me, id, changes),
      },
      localGpgKeys: {
        scan: (_, me) => gpg(me).scan(),
        read: ({ files }, me) => gpg(me).read(files),
        forget: ({ localKeyId }, me) => gpg(me).forget(localKeyId),
        list: (_, me) => gpg(me).list(ownGpgKeys(me)),
        listFor: ({ user_id: id }, me) => gpg(me).list(gpgKeysOfUser(me, id, audit)),
        import: ({ keys }, me) =>
          imports.run(me, (progress) => gpg(me).import(ownGpgKeys(me), keys, progress)),
        importFor: ({ user_id: id, keys }, me) =>
          imports.run(me, (progress) =>
            gpg(me).import(gpgKeysOfUser(me, id, audit), keys, progress),
          ),
        cancelImport: (_, me) => imports.cancel(me),
        renew: ({ key_id: id, ...changes }, me) => gpg(me).renew(me, id, changes),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function openKeys(context: Context, { home, environment, asksAgents }: Computer) {
  const { accounts, clock, service } = context
  const otherAccounts = (id: string) => accounts.othersOnInstance(id).map((other) => service(other))
  const { now } = clock
  const gpg = new GpgKeys({ gpg: new GpgProgram({ environment }), now, otherAccounts })
  return {
    gpg,
    ssh: new SshKeys({
      home,
      hostName: hostname(),
      agentKeys: async () => (asksAgents ? readAgentKeys(environment, home) : []),
      now,
      otherAccounts,
    }),
    /** The GPG keys of an account and those of this computer's gpg. */
    async gpgKeysOf(me: AccountService) {
      await gpg.scan()
      return gpg.list(ownGpgKeys(me))
    },
    findSecretGpgKeys: (name: string, program?: string) =>
      new GpgProgram({ environment, program }).findSecretKeys(name),
  }
}
