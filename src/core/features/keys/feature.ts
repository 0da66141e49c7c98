import { hostname } from 'node:os'
import type { Account } from '../../../shared/operations/accounts.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type Computer, forEachComputer } from '../../accounts/computers.ts'
import type { Context } from '../../context.ts'
import { readGitSigner } from '../../computer/survey/gpg-signing.ts'
import { featureRefusal } from '../../policy/disabled-features.ts'
import type { Feature } from '../feature.ts'
import type { KeyContextOf } from './beside-account.ts'
import { GpgKeys, gpgKeysOfUser, ownGpgKeys } from './gpg.ts'
import { GpgProgram } from './gpg/gpg-program.ts'
import { RunningImports } from './key-import.ts'
import { SshKeys, ownSshKeys, sshKeysOfUser } from './ssh.ts'
import { readAgentKeys } from './ssh/agent-keys.ts'
import { type UnprotectedKey, findUnprotectedKeys } from './ssh/unprotected-keys.ts'

export interface KeysFeature extends Feature<'localGpgKeys' | 'localSshKeys'> {
  /** This computer's keys, as used by other features. */
  keysOf(computer: Computer): ReturnType<typeof openKeys>
  /** The account's SSH keys with a private key on this computer that has no passphrase. */
  unprotectedKeys(account: string, fingerprints: readonly string[]): Promise<UnprotectedKey[]>
}

interface Dependencies {
  /** A client for an account that reads from the cache only and never sends requests. */
  cachedClientOf(account: string): GitLabClient
  /** The items that an account ignores. */
  ignoredOf(account: string): ReadonlySet<string>
}

/** SSH and GPG keys: compares the keys on this computer with an account's, and imports them. */
export function keysFeature(context: Context, dependencies: Dependencies): KeysFeature {
  const { audit, events } = context
  const keysOf = forEachComputer((computer) => openKeys(context, computer, dependencies))
  const ssh = (gitlab: GitLabClient | undefined) =>
    keysOf(context.computers.of(gitlab?.account)).ssh
  const gpg = (gitlab: GitLabClient | undefined) =>
    keysOf(context.computers.of(gitlab?.account)).gpg
  const imports = new RunningImports((news) => events.emit('keyImport', news))
  return {
    keysOf,
    async unprotectedKeys(account, fingerprints) {
      if (featureRefusal(context.policy, 'this-computer')) return []
      const computer = context.computers.of(account)
      const { keys } = await keysOf(computer).ssh.scanFiles()
      const onAccount = keys.filter(({ fingerprint }) => fingerprints.includes(fingerprint))
      return findUnprotectedKeys(onAccount, computer)
    },
    handlers: {
      localSshKeys: {
        scan: (_, gitlab) => ssh(gitlab).scan(gitlab?.account),
        read: ({ files }, gitlab) => ssh(gitlab).read(files, gitlab?.account),
        forget: ({ localKeyId }, gitlab) => ssh(gitlab).forget(localKeyId),
        list: (_, gitlab) => ssh(gitlab).list(ownSshKeys(gitlab)),
        listFor: ({ user_id: id }, gitlab) => ssh(gitlab).list(sshKeysOfUser(gitlab, id, audit)),
        import: ({ keys }, gitlab) =>
          imports.run(gitlab, (progress) => ssh(gitlab).import(ownSshKeys(gitlab), keys, progress)),
        importFor: ({ user_id: id, keys }, gitlab) =>
          imports.run(gitlab, (progress) =>
            ssh(gitlab).import(sshKeysOfUser(gitlab, id, audit), keys, progress),
          ),
        cancelImport: (_, gitlab) => imports.cancel(gitlab),
        renew: ({ key_id: id, ...changes }, gitlab) => ssh(gitlab).renew(gitlab, id, changes),
      },
      localGpgKeys: {
        scan: (_, gitlab) => gpg(gitlab).scan(gitlab?.account),
        read: ({ files }, gitlab) => gpg(gitlab).read(files, gitlab?.account),
        forget: ({ localKeyId }, gitlab) => gpg(gitlab).forget(localKeyId),
        list: (_, gitlab) => gpg(gitlab).list(ownGpgKeys(gitlab)),
        listFor: ({ user_id: id }, gitlab) => gpg(gitlab).list(gpgKeysOfUser(gitlab, id, audit)),
        import: ({ keys }, gitlab) =>
          imports.run(gitlab, (progress) => gpg(gitlab).import(ownGpgKeys(gitlab), keys, progress)),
        importFor: ({ user_id: id, keys }, gitlab) =>
          imports.run(gitlab, (progress) =>
            gpg(gitlab).import(gpgKeysOfUser(gitlab, id, audit), keys, progress),
          ),
        cancelImport: (_, gitlab) => imports.cancel(gitlab),
        renew: ({ key_id: id, ...changes }, gitlab) => gpg(gitlab).renew(gitlab, id, changes),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

function openKeys(
  context: Context,
  computer: Computer,
  { cachedClientOf, ignoredOf }: Dependencies,
) {
  const { accounts, clock, gitlabOf } = context
  const { home, environment, asksAgents } = computer
  const otherAccounts = (id: string) =>
    accounts.othersOnInstance(id).map((other) => gitlabOf(other))
  const { now } = clock
  const surroundingsOf: KeyContextOf = (id) => {
    const own = accounts.account(id)
    const others = accounts.ids().flatMap((other) => (other === id ? [] : accounts.account(other)))
    const nameOf = ({ user, baseUrl }: Account) => ({
      username: user.username,
      host: new URL(baseUrl).host,
    })
    return {
      accounts: others.map(({ id: other, user, baseUrl }) => ({
        cached: cachedClientOf(other),
        username: user.username,
        instance: baseUrl,
        isSameUser: user.id === own.user.id && user.username === own.user.username,
      })),
      names: {
        own: nameOf(own),
        others: others.filter(({ demo }) => demo === own.demo).map(nameOf),
      },
      ignored: ignoredOf(id),
    }
  }
  const findGpgSigningKey = (name: string, program?: string) =>
    new GpgProgram({ environment, program }).findSigningKey(name)
  const gpg = new GpgKeys({
    gpg: new GpgProgram({ environment }),
    now,
    otherAccounts,
    beside: surroundingsOf,
    gitSigner: () => readGitSigner(computer, findGpgSigningKey),
  })
  return {
    gpg,
    ssh: new SshKeys({
      home,
      hostName: hostname(),
      agentKeys: async () => (asksAgents ? readAgentKeys(environment, home) : []),
      now,
      otherAccounts,
      beside: surroundingsOf,
    }),
    /** The account's GPG keys, along with those in this computer's gpg. */
    async gpgKeysOf(gitlab: GitLabClient) {
      await gpg.scan()
      return gpg.list(ownGpgKeys(gitlab))
    },
    findGpgSigningKey,
  }
}
