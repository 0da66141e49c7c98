import { userInfo } from 'node:os'
import type { Context, Feature } from '../feature.ts'
import { ChangedFiles, FileChanges } from './changes/file-changes.ts'
import type { ImportKey } from './changes/planned-change.ts'
import { Setup } from './setup.ts'
import type { LocalSshFiles } from './survey/survey.ts'

interface Needs {
  scanKeys(): Promise<LocalSshFiles>
  importKey: ImportKey
}

/** The way from a new computer to the first signed `git push`. */
export function setupFeature(context: Context, { scanKeys, importKey }: Needs): Feature<'setup'> {
  const { home } = context.ports
  const { now } = context.clock
  const environment = { ...process.env, HOME: home }
  const setup = new Setup({
    survey: {
      home,
      environment,
      ssh: { environment, localUser: userInfo().username },
      now,
      fetch: context.fetch,
      scanKeys,
    },
    files: new FileChanges(context.document('changed-files.json', ChangedFiles), now),
    importKey,
    accountOf(id) {
      const { baseUrl, user } = context.accounts.account(id)
      return { baseUrl, username: user.username }
    },
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
    },
    forgetAccount: (account) => setup.forget(account),
  }
}
