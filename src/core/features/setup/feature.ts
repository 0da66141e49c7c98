import { localUserName } from '../../infra/home.ts'
import type { Context, Feature } from '../feature.ts'
import { ChangedFiles, FileChanges } from './changes/file-changes.ts'
import type { ImportKey } from './changes/planned-change.ts'
import { Identities } from './identities/identities.ts'
import { Setup } from './setup.ts'
import { type LocalSshFiles, Survey, type SurveyPorts } from './survey/survey.ts'

interface Needs extends Pick<SurveyPorts, 'findSecretGpgKeys' | 'gpgKeys'> {
  scanKeys(): Promise<LocalSshFiles>
  importKey: ImportKey
}

/** The way from a new computer to the first signed `git push`. */
export function setupFeature(
  context: Context,
  { scanKeys, gpgKeys, findSecretGpgKeys, importKey }: Needs,
): Feature<'identities' | 'setup'> {
  const { home } = context.ports
  const { now } = context.clock
  const environment = { ...process.env, HOME: home }
  const survey = {
    home,
    environment,
    ssh: { environment, localUser: localUserName() },
    now,
    fetch: context.ports.fetch,
    scanKeys,
    gpgKeys,
    findSecretGpgKeys,
  }
  const files = new FileChanges(context.document('changed-files.json', ChangedFiles), now)
  const accountOf = (id: string) => {
    const { baseUrl, user } = context.accounts.account(id)
    const hasOthers = context.accounts.ids().length > 1
    return { baseUrl, username: user.username, hasOthers }
  }
  const setup = new Setup({ survey, files, importKey, accountOf })
  const identities = new Identities({
    home,
    environment,
    files,
    importKey,
    survey: (me) => new Survey(survey, me, { ...accountOf(me.account), hasNewKey: false }),
  })
  return {
    handlers: {
      setup: {
        last: (_, me) => setup.last(me.account),
        check: (input, me) => setup.check(me, input),
        plan: ({ run }, me) => setup.plan(me, run),
        apply: (input, me) => setup.apply(me, input),
        lastChanges: () => setup.lastChanges(),
        undo: () => setup.undo(),
      },
      identities: {
        list: () => identities.list(),
        foreign: () => identities.foreign(),
        choices: (_, me) => identities.choices(me),
        planSave: (input, me) => identities.planSave(me, input),
        planRemoval: ({ id }) => identities.planRemoval(id),
        planServer: (input, me) => identities.planServer(me, input),
        apply: ({ plan }) => identities.apply(plan),
      },
    },
    forgetAccount: (account) => setup.forget(account),
  }
}
