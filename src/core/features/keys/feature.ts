import { hostname, userInfo } from 'node:os'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Context, Feature } from '../feature.ts'
import { type SshPorts, testConnection } from './connection/test-connection.ts'
import { gpgKeyKind } from './gpg/gpg-key-kind.ts'
import { GpgProgram } from './gpg/gpg-program.ts'
import type { KeyKind, KeyTypes } from './key-kind.ts'
import { type GivenFile, LocalKeys } from './local-keys.ts'
import { sshKeyKind } from './ssh/ssh-key-kind.ts'

/** SSH and GPG keys: those of this computer, compared with an account and imported; and whether the connection works. */
export function keysFeature(
  context: Context,
): Feature<'localGpgKeys' | 'localSshKeys' | 'sshConnection'> {
  const { home } = context.ports
  const { now } = context.clock
  const environment = { ...process.env, HOME: home }
  const gpg = new GpgProgram({ environment })
  const ssh: SshPorts = { environment, localUser: userInfo().username }
  return {
    handlers: {
      localGpgKeys: handlersOf(gpgKeyKind({ gpg, now }), context),
      localSshKeys: handlersOf(sshKeyKind({ home, hostName: hostname(), now }), context),
      sshConnection: {
        test(_, me) {
          const { baseUrl, user } = context.accounts.account(me.account)
          return testConnection(ssh, { baseUrl, username: user.username })
        },
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function handlersOf<T extends KeyTypes>(kind: KeyKind<T>, { accounts, audit, service }: Context) {
  const keys = new LocalKeys(kind, (id) =>
    accounts.othersOnInstance(id).map((other) => service(other)),
  )
  type Choices = { keys: T['choice'][] }
  type User = { user_id: number }
  const remoteKeys = (me: AccountService, { user_id: id }: User) => kind.ofUser(me, id, audit)
  return {
    scan: () => keys.scan(),
    read: ({ files }: { files: GivenFile[] }) => keys.read(files),
    list: (_: unknown, me: AccountService) => keys.list(kind.own(me)),
    listFor: (user: User, me: AccountService) => keys.list(remoteKeys(me, user)),
    import: (chosen: Choices, me: AccountService) => keys.importAll(kind.own(me), chosen.keys),
    importFor: (chosen: Choices & User, me: AccountService) =>
      keys.importAll(remoteKeys(me, chosen), chosen.keys),
    renew: ({ key_id: id, ...changes }: T['changes'] & { key_id: number }, me: AccountService) =>
      keys.renew(me, id, changes),
  }
}
