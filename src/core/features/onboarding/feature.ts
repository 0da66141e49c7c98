import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { matchList } from './match-list.ts'
import { Onboarding, type OnboardingDirectory } from './onboarding.ts'
import { onboardingKind } from './runs/onboarding-kind.ts'

export interface OnboardingFeature extends Feature<'onboarding'> {
  onboarding: Pick<Onboarding, 'createdBy'>
}

interface Dependencies {
  jobs: Jobs
  directory: OnboardingDirectory
}

/** Creates many users from a file or pasted rows. */
export function onboardingFeature(
  context: AccountContext,
  { jobs, directory }: Dependencies,
): OnboardingFeature {
  const { accounts, clock, events, gitlabOf } = context
  jobs.register(onboardingKind((account) => events.emit('onboarding', { account })))
  const onboarding = new Onboarding({ accounts, jobs, gitlabOf, directory, clock })
  return {
    onboarding,
    handlers: {
      onboarding: {
        check: (source, gitlab) => onboarding.check(gitlab.account, source),
        problems: (source, gitlab) => onboarding.problems(gitlab.account, source),
        start: (source, gitlab) => onboarding.create(gitlab.account, source),
        list: (_, gitlab) => onboarding.list(gitlab.account),
        get: ({ run }, gitlab) => onboarding.get(gitlab.account, run),
        rows: (query, gitlab) => onboarding.rows(gitlab.account, query),
        pause: ({ run }, gitlab) => onboarding.pause(gitlab.account, run),
        resume: ({ run }, gitlab) => onboarding.resume(gitlab.account, run),
        cancel: ({ run }, gitlab) => onboarding.cancel(gitlab.account, run),
        retry: ({ run }, gitlab) => onboarding.retry(gitlab.account, run),
        remove: ({ run }, gitlab) => onboarding.remove(gitlab.account, run),
        remaining: ({ run }, gitlab) => onboarding.remaining(gitlab.account, run),
        undo: ({ run }, gitlab) => onboarding.undo(gitlab.account, run),
        report: ({ run }, gitlab) => onboarding.report(gitlab.account, run),
        match: async ({ text }, { account }) => ({
          ...(await matchList(text, (keys) => directory.find(account, keys))),
          asOf: directory.asOf(account),
        }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
