import type { AccountService } from '../../gitlab/gitlab-client.ts'
import { type Computer, forEachComputer } from '../../accounts/computers.ts'
import { localUserName } from '../../platform/home.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { ChangeSets, RecordedChanges } from './changes/recorded-changes.ts'
import type { ImportKey } from './changes/planned-change.ts'
import { Identities } from './identities/identities.ts'
import { Setup } from './setup.ts'
import { type LocalSshFiles, Survey, type SurveyPorts } from './survey/survey.ts'

/** What this feature needs to know of the keys of a computer. */
interface Keys extends Pick<SurveyPorts, 'findSecretGpgKeys' | 'gpgKeys'> {
  scanKeys(): Promise<LocalSshFiles>
  importKey: ImportKey
}

/** The way from a new computer to the first signed `git push`. */
export function setupFeature(
  context: Context,
  keysOf: (computer: Computer) => Keys,
): Feature<'identities' | 'setup'> & { changes: { clear(): void } } {
  const setupOf = forEachComputer((computer) => openSetup(context, computer, keysOf(computer)))
  const of = (me: AccountService | undefined) => setupOf(context.computers.of(me?.account))
  return {
    changes: {
      clear: () => context.computers.all.forEach((computer) => setupOf(computer).changes.clear()),
    },
    handlers: {
      setup: {
        last: (_, me) => of(me).setup.last(me.account),
        check: (input, me) => of(me).setup.check(me, input),
        keys: ({ run }, me) => of(me).setup.keys(me, run),
        plan: (input, me) => of(me).setup.plan(me, input),
        apply: (input, me) => of(me).setup.apply(me, input),
        history: (_, me) => of(me).setup.history(),
        planUndo: ({ id }, me) => of(me).setup.planUndo(id),
        undo: ({ id, steps }, me) => of(me).setup.undo(id, steps),
      },
      identities: {
        list: (_, me) => of(me).identities.list(),
        foreign: (_, me) => of(me).identities.foreign(),
        choices: (_, me) => of(me).identities.choices(me),
        planSave: (input, me) => of(me).identities.planSave(me, input),
        planRemoval: ({ id }, me) => of(me).identities.planRemoval(id),
        planServer: (input, me) => of(me).identities.planServer(me, input),
        async apply({ plan }, me) {
          const { identities, setup } = of(me)
          setup.forgetChecks()
          return identities.apply(plan)
        },
      },
    },
    forgetAccount: (account) =>
      context.computers.all.forEach((computer) => setupOf(computer).setup.forget(account)),
  }
}

function openSetup(context: Context, computer: Computer, keys: Keys) {
  const { home, environment, sshConfig, asksAgents, changesFile } = computer
  const { now } = context.clock
  const { importKey, ...ports } = keys
  const ssh = {
    environment,
    localUser: localUserName(),
    ...(sshConfig !== undefined && { configFile: sshConfig }),
  }
  const survey = { home, environment, ssh, asksAgents, now, fetch: context.ports.fetch, ...ports }
  const changes = new RecordedChanges(context.document(changesFile, ChangeSets), now)
  const { accounts, computers } = context
  const idsHere = () => accounts.ids().filter((id) => computers.of(id) === computer)
  const accountOf = (id: string) => {
    const { baseUrl, user } = accounts.account(id)
    return { baseUrl, username: user.username, hasOthers: idsHere().length > 1 }
  }
  const accountsHere = () =>
    idsHere().map((id) => ({
      instance: accounts.account(id).baseUrl,
      username: accounts.account(id).user.username,
      service: context.service(id),
    }))
  const setup = new Setup({ survey, changes, importKey, accountOf, accountsHere })
  const identities = new Identities({
    home,
    environment,
    changes,
    importKey,
    survey: (me) => new Survey(survey, me, { ...accountOf(me.account), hasNewKey: false }),
  })
  return { changes, setup, identities }
}
