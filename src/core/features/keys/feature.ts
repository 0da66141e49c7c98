import { hostname } from 'node:os'
import type { GpgKeyLists } from '../../../shared/app/gpg-keys.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import type { Context, Feature } from '../feature.ts'
import { gpgKeyKind } from './gpg/gpg-key-kind.ts'
import { GpgProgram } from './gpg/gpg-program.ts'
import type { KeyKind, KeyTypes } from './key-kind.ts'
import { type GivenFile, LocalKeys } from './local-keys.ts'
import { readAgentKeys } from './ssh/agent-keys.ts'
import { SshKeyFiles } from './ssh/ssh-key-files.ts'
import { sshKeyKind } from './ssh/ssh-key-kind.ts'

export interface KeysFeature extends Feature<'localGpgKeys' | 'localSshKeys'> {
  sshKeys: SshKeyFiles
  /** The GPG keys of an account and those of this computer's gpg. */
  gpgKeys(me: AccountService): Promise<GpgKeyLists>
  /** The secret keys that gpg, or another such program, would sign with for a name; or why there is none. */
  findSecretGpgKeys(
    name: string,
    program?: string,
  ): Promise<{ fingerprints: string[]; said?: string }>
}

/** SSH and GPG keys: those of this computer, compared with an account and imported. */
export function keysFeature(context: Context): KeysFeature {
  const { home } = context.ports
  const { now } = context.clock
  const environment = { ...process.env, HOME: home }
  const gpg = new GpgProgram({ environment })
  const ssh = sshKeyKind({
    home,
    hostName: hostname(),
    agentKeys: () => readAgentKeys(environment, home),
    now,
  })
  const localSshKeys = localKeysOf(ssh, context)
  const gpgKind = gpgKeyKind({ gpg, now })
  const localGpgKeys = localKeysOf(gpgKind, context)
  return {
    sshKeys: new SshKeyFiles(ssh, localSshKeys),
    async gpgKeys(me) {
      await localGpgKeys.scan()
      return localGpgKeys.list(gpgKind.own(me))
    },
    findSecretGpgKeys: (name, program) =>
      new GpgProgram({ environment, program }).findSecretKeys(name),
    handlers: {
      localGpgKeys: handlersOf(gpgKind, context, localGpgKeys),
      localSshKeys: handlersOf(ssh, context, localSshKeys),
    },
    forgetAccount: 'remembers nothing',
  }
}

function localKeysOf<T extends KeyTypes>(kind: KeyKind<T>, { accounts, service }: Context) {
  return new LocalKeys(kind, (id) => accounts.othersOnInstance(id).map((other) => service(other)))
}

function handlersOf<T extends KeyTypes>(kind: KeyKind<T>, context: Context, keys: LocalKeys<T>) {
  const { audit } = context
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
