import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { matchList } from './match-list.ts'
import { Onboarding, type OnboardingDirectory } from './onboarding.ts'
import { onboardingKind } from './runs/onboarding-kind.ts'

export interface OnboardingFeature extends Feature<'onboarding'> {
  onboarding: Pick<Onboarding, 'createdBy'>
}

interface Needs {
  jobs: Jobs
  directory: OnboardingDirectory
}

/** Creates many users from a file or pasted rows. */
export function onboardingFeature(
  context: AccountContext,
  { jobs, directory }: Needs,
): OnboardingFeature {
  const { accounts, clock, events, service } = context
  jobs.register(onboardingKind((account) => events.emit('onboarding', { account })))
  const onboarding = new Onboarding({ accounts, jobs, service, directory, clock })
  return {
    onboarding,
    handlers: {
      onboarding: {
        check: (source, me) => onboarding.check(me.account, source),
        problems: (source, me) => onboarding.problems(me.account, source),
        start: (source, me) => onboarding.create(me.account, source),
        list: (_, me) => onboarding.list(me.account),
        get: ({ run }, me) => onboarding.get(me.account, run),
        rows: (query, me) => onboarding.rows(me.account, query),
        pause: ({ run }, me) => onboarding.pause(me.account, run),
        resume: ({ run }, me) => onboarding.resume(me.account, run),
        cancel: ({ run }, me) => onboarding.cancel(me.account, run),
        retry: ({ run }, me) => onboarding.retry(me.account, run),
        remove: ({ run }, me) => onboarding.remove(me.account, run),
        remaining: ({ run }, me) => onboarding.remaining(me.account, run),
        undo: ({ run }, me) => onboarding.undo(me.account, run),
        report: ({ run }, me) => onboarding.report(me.account, run),
        match: async ({ text }, { account }) => ({
          ...(await matchList(text, (keys) => directory.find(account, keys))),
          asOf: directory.asOf(account),
        }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
