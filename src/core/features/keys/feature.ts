import { hostname } from 'node:os'
import type { GpgKeyLists } from '../../../shared/app/gpg-keys.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { type Computer, forEachComputer } from '../../accounts/computers.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { gpgKeyKind } from './gpg/gpg-key-kind.ts'
import { GpgProgram } from './gpg/gpg-program.ts'
import type { KeyKind, KeyTypes } from './key-kind.ts'
import { type GivenFile, LocalKeys } from './local-keys.ts'
import { readAgentKeys } from './ssh/agent-keys.ts'
import { SshKeyFiles } from './ssh/ssh-key-files.ts'
import { sshKeyKind } from './ssh/ssh-key-kind.ts'

/** The keys of a computer, for other features. */
interface KeysOfComputer {
  ssh: SshKeyFiles
  /** The GPG keys of an account and those of this computer's gpg. */
  gpg(me: AccountService): Promise<GpgKeyLists>
  /** See `GpgProgram`; of another program of its kind if one is given. */
  findSecretGpgKeys(
    name: string,
    program?: string,
  ): Promise<{ fingerprints: string[]; said?: string }>
}

export interface KeysFeature extends Feature<'localGpgKeys' | 'localSshKeys'> {
  keysOf(computer: Computer): KeysOfComputer
}

/** SSH and GPG keys: those of a computer, compared with an account and imported. */
export function keysFeature(context: Context): KeysFeature {
  const keysOf = forEachComputer((computer) => openKeys(context, computer))
  const of = (me: AccountService | undefined) => keysOf(context.computers.of(me?.account))
  return {
    keysOf,
    handlers: {
      localGpgKeys: handlersOf(context, (me) => of(me).localGpgKeys),
      localSshKeys: handlersOf(context, (me) => of(me).localSshKeys),
    },
    forgetAccount: 'remembers nothing',
  }
}

function openKeys(context: Context, { home, environment, asksAgents }: Computer) {
  const { now } = context.clock
  const ssh = sshKeyKind({
    home,
    hostName: hostname(),
    agentKeys: async () => (asksAgents ? readAgentKeys(environment, home) : []),
    now,
  })
  const gpg = gpgKeyKind({ gpg: new GpgProgram({ environment }), now })
  const localSshKeys = { kind: ssh, keys: localKeysOf(ssh, context) }
  const localGpgKeys = { kind: gpg, keys: localKeysOf(gpg, context) }
  return {
    localSshKeys,
    localGpgKeys,
    ssh: new SshKeyFiles(ssh, localSshKeys.keys),
    async gpg(me: AccountService) {
      await localGpgKeys.keys.scan()
      return localGpgKeys.keys.list(gpg.own(me))
    },
    findSecretGpgKeys: (name: string, program?: string) =>
      new GpgProgram({ environment, program }).findSecretKeys(name),
  }
}

function localKeysOf<T extends KeyTypes>(kind: KeyKind<T>, { accounts, service }: Context) {
  return new LocalKeys(kind, (id) => accounts.othersOnInstance(id).map((other) => service(other)))
}

function handlersOf<T extends KeyTypes>(
  { audit }: Context,
  of: (me: AccountService | undefined) => { kind: KeyKind<T>; keys: LocalKeys<T> },
) {
  type Choices = { keys: T['choice'][] }
  type User = { user_id: number }
  const remoteKeys = (me: AccountService, { user_id: id }: User) =>
    of(me).kind.ofUser(me, id, audit)
  return {
    scan: (_: unknown, me: AccountService | undefined) => of(me).keys.scan(),
    read: ({ files }: { files: GivenFile[] }, me: AccountService | undefined) =>
      of(me).keys.read(files),
    forget: ({ localKeyId }: { localKeyId: string }, me: AccountService | undefined) =>
      of(me).keys.forget(localKeyId),
    list: (_: unknown, me: AccountService) => of(me).keys.list(of(me).kind.own(me)),
    listFor: (user: User, me: AccountService) => of(me).keys.list(remoteKeys(me, user)),
    import: (chosen: Choices, me: AccountService) =>
      of(me).keys.importAll(of(me).kind.own(me), chosen.keys),
    importFor: (chosen: Choices & User, me: AccountService) =>
      of(me).keys.importAll(remoteKeys(me, chosen), chosen.keys),
    renew: ({ key_id: id, ...changes }: T['changes'] & { key_id: number }, me: AccountService) =>
      of(me).keys.renew(me, id, changes),
  }
}
