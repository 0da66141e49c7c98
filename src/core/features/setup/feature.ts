import type { GitLabClient } from '../../gitlab/gitlab-client.ts'
import { type Computer, forEachComputer } from '../../accounts/computers.ts'
import { localUserName } from '../../platform/home.ts'
import { isolate } from '../../platform/log/isolate.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { inTurn } from '../../computer/changes/apply.ts'
import {
  ChangeSets,
  type CredentialStep,
  RecordedChanges,
} from '../../computer/changes/recorded-changes.ts'
import type { ImportKey } from '../../computer/changes/planned-change.ts'
import type { ComputerFacts } from '../../computer/computer-facts.ts'
import { Identities } from '../../computer/identities/identities.ts'
import { KnownAccounts, KnownAccountsFile } from '../../computer/repositories/account-facts.ts'
import { NewSshKeys } from '../../computer/new-ssh-key.ts'
import { PrivateKeys } from '../../computer/private-keys.ts'
import { FoldersFile, Repositories } from '../../computer/repositories/repositories.ts'
import { Setup } from '../../computer/setup.ts'
import { Survey, type SurveyOptions } from '../../computer/survey/survey.ts'

/** The parts of the keys feature used here. */
interface Keys extends Pick<
  SurveyOptions,
  'findGpgSigningKey' | 'gpgKeys' | 'readKey' | 'scanKeys'
> {
  otherAccountsWithKey(account: string): Promise<(publicKey: string) => string[]>
  importKey: ImportKey
}

type Credential = Omit<CredentialStep, 'kind'>

interface SetupFeatureOptions {
  keysOf(computer: Computer): Keys
  /** A client for an account that falls back to the cache if the instance can’t be reached. */
  cachedClient(gitlab: GitLabClient): GitLabClient
}

/** Takes a new computer to its first signed `git push`. */
export function setupFeature(
  context: Context,
  { keysOf, ...options }: SetupFeatureOptions,
): Feature<'identities' | 'newSshKey' | 'privateKeys' | 'repositories' | 'setup'> & {
  changes: { clear(): void; record(account: string, credential: Credential): Promise<void> }
} {
  const setupOf = forEachComputer((computer) =>
    openSetup(context, computer, { ...options, keys: keysOf(computer) }),
  )
  for (const { changes } of context.computers.all.map(setupOf))
    isolate(context.log, () => changes.removeLeftovers())
  const of = (gitlab: GitLabClient | undefined) => setupOf(context.computers.of(gitlab?.account))
  return {
    changes: {
      clear: () =>
        context.computers.all.map(setupOf).forEach(({ changes, repositories, knownAccounts }) => {
          changes.clear()
          repositories.clear()
          knownAccounts.clear()
        }),
      /** Lists a secret that another feature had a program store. */
      record(account, credential) {
        const { changes } = setupOf(context.computers.of(account))
        return inTurn(changes, async () => {
          changes.begin()
          changes.record({ kind: 'credential', ...credential })
        })
      },
    },
    handlers: {
      setup: {
        last: (_, gitlab) => of(gitlab).setup.last(gitlab.account),
        check: (input, gitlab) => of(gitlab).setup.check(gitlab, input),
        keys: ({ run }, gitlab) => of(gitlab).setup.keys(gitlab, run),
        emails: ({ run }, gitlab) => of(gitlab).setup.emails(gitlab, run),
        plan: (input, gitlab) => of(gitlab).setup.plan(gitlab, input),
        apply: (input, gitlab) => of(gitlab).setup.apply(gitlab, input),
        history: (_, gitlab) => of(gitlab).setup.history(),
        planUndo: ({ id }, gitlab) => of(gitlab).setup.planUndo(id),
        undo: ({ id, steps }, gitlab) => of(gitlab).setup.undo(id, steps),
      },
      identities: {
        list: (_, gitlab) => of(gitlab).identities.list(),
        choices: (_, gitlab) => of(gitlab).identities.choices(gitlab),
        planSave: (input, gitlab) => of(gitlab).repositories.planSave(gitlab, input),
        planRemoval: ({ id }, gitlab) => of(gitlab).repositories.planRemoval(id),
        planServer: (input, gitlab) => of(gitlab).identities.planServer(gitlab, input),
        async apply({ plan, changes }, gitlab) {
          const { identities, setup } = of(gitlab)
          setup.forgetChecks()
          return identities.apply(plan, changes)
        },
      },
      newSshKey: {
        choices: (_, gitlab) => of(gitlab).newSshKeys.choices(gitlab),
        plan: (input, gitlab) => of(gitlab).newSshKeys.plan(gitlab, input),
        create(input, gitlab) {
          const { newSshKeys, setup } = of(gitlab)
          setup.forgetChecks()
          return newSshKeys.create(gitlab, input)
        },
        cancel: (_, gitlab) => of(gitlab).newSshKeys.cancel(gitlab),
        test: (_, gitlab) => of(gitlab).newSshKeys.test(gitlab),
      },
      privateKeys: {
        state: ({ localKeyId }, gitlab) => of(gitlab).privateKeys.state(localKeyId),
        setPassphrase(input, gitlab) {
          const { privateKeys, setup } = of(gitlab)
          setup.forgetChecks()
          return privateKeys.setPassphrase(input)
        },
        addToAgent(input, gitlab) {
          const { privateKeys, setup } = of(gitlab)
          setup.forgetChecks()
          return privateKeys.addToAgent(input)
        },
        removeFromAgent({ localKeyId }, gitlab) {
          const { privateKeys, setup } = of(gitlab)
          setup.forgetChecks()
          return privateKeys.removeFromAgent(localKeyId)
        },
      },
      repositories: {
        folders: (_, gitlab) => of(gitlab).repositories.folders(),
        suggestedFolders: (_, gitlab) => of(gitlab).repositories.suggestedFolders(),
        setFolders: ({ folders }, gitlab) => of(gitlab).repositories.setFolders(folders),
        paths: (_, gitlab) => of(gitlab).repositories.paths(),
        scan: ({ folders }, gitlab) =>
          of(gitlab).repositories.scan(folders, (progress) =>
            context.events.emit('repositoryScan', {
              ...progress,
              ...(gitlab && { account: gitlab.account }),
            }),
          ),
        cancelScan: (_, gitlab) => of(gitlab).repositories.cancelScan(),
        identities: ({ paths }, gitlab) => of(gitlab).repositories.identities(paths),
        unpushed: ({ path }, gitlab) => of(gitlab).repositories.unpushed(path),
        planIdentity: ({ target, email }, gitlab) =>
          of(gitlab).repositories.planIdentity(gitlab, target, email),
        identityTable: (_, gitlab) => of(gitlab).repositories.identityTable(),
      },
    },
    forgetAccount: (account) =>
      context.computers.all.map(setupOf).forEach(({ setup, newSshKeys, knownAccounts }) => {
        setup.forget(account)
        newSshKeys.forget(account)
        knownAccounts.forget(account)
      }),
  }
}

function openSetup(
  context: Context,
  computer: Computer,
  { keys, cachedClient }: Omit<SetupFeatureOptions, 'keysOf'> & { keys: Keys },
) {
  const { home, environment, sshConfig, asksAgents, changesFile, onlyHome } = computer
  const { now } = context.clock
  const { importKey, otherAccountsWithKey, ...ports } = keys
  const ssh = {
    environment,
    localUser: localUserName(),
    ...(sshConfig !== undefined && { configFile: sshConfig }),
  }
  const { accounts, computers } = context
  const survey = {
    home,
    environment,
    ssh,
    asksAgents,
    now,
    fetch: context.ports.fetch,
    ...ports,
    signedInAccounts: () => signedInAccounts(),
    async findOtherAccount({ account }: GitLabClient) {
      const find = await otherAccountsWithKey(account)
      return (publicKey: string) => {
        const [id] = find(publicKey)
        if (id === undefined) return undefined
        const { baseUrl: instance, user } = accounts.account(id)
        return { instance, username: user.username }
      }
    },
  }
  const changes = new RecordedChanges(context.document(changesFile, ChangeSets), now)
  const idsHere = () => accounts.ids().filter((id) => computers.of(id) === computer)
  const accountOf = (id: string) => {
    const { baseUrl, user } = accounts.account(id)
    return { baseUrl, username: user.username, hasOthers: idsHere().length > 1 }
  }
  const signedInAccounts = () =>
    idsHere().map((id) => ({
      id,
      instance: accounts.account(id).baseUrl,
      username: accounts.account(id).user.username,
      gitlab: context.gitlabOf(id),
    }))
  const setup = new Setup({ survey, changes, importKey, accountOf, signedInAccounts })
  const surveyOf = (gitlab: GitLabClient, facts?: ComputerFacts) =>
    new Survey(survey, gitlab, { ...accountOf(gitlab.account), hasNewKey: false }, facts)
  const identities = new Identities({
    home,
    environment,
    changes,
    importKey,
    signedInAccounts,
    survey: surveyOf,
  })
  const knownAccounts = new KnownAccounts(
    context.document(computer.knownAccountsFile, KnownAccountsFile),
  )
  const repositories = new Repositories({
    survey,
    folders: context.document(computer.foldersFile, FoldersFile),
    onlyHome,
    signedInAccounts: () =>
      signedInAccounts().map((account) => ({ ...account, gitlab: cachedClient(account.gitlab) })),
    knownAccounts: {
      keep(account, facts) {
        // The response may be for an account that has since signed out.
        if (accounts.ids().includes(account.id)) knownAccounts.keep(account, facts)
      },
    },
    identities,
    surveyOf,
  })
  const newSshKeys = new NewSshKeys({
    changes,
    importKey,
    surveyOf,
    canWrite: (account) => accounts.account(account).canWrite,
  })
  const privateKeys = new PrivateKeys({
    home,
    environment,
    asksAgents,
    changes,
    scanKeys: keys.scanKeys,
  })
  return { changes, setup, identities, newSshKeys, privateKeys, repositories, knownAccounts }
}
