import type { BackgroundJobs } from '../../jobs/background-jobs.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'
import { matchList } from './match-list.ts'
import { Onboarding, type OnboardingDirectory } from './onboarding.ts'
import { onboardingKind } from './runs/onboarding-kind.ts'
import { onboardingScreen } from './runs/onboarding-screen.ts'

export interface OnboardingFeature extends Feature<'onboarding'> {
  onboarding: Pick<Onboarding, 'createdBy'>
}

interface Dependencies {
  jobs: Jobs
  runs: BackgroundJobs
  directory: OnboardingDirectory
}

/** Creates many users from a file or pasted rows. */
export function onboardingFeature(
  context: AccountContext,
  { jobs, runs, directory }: Dependencies,
): OnboardingFeature {
  const { accounts, clock, gitlabOf } = context
  const onboarding = new Onboarding({ accounts, jobs, runs, gitlabOf, directory, clock })
  jobs.register(onboardingKind, {
    ...onboardingScreen,
    retry: (account, run) => onboarding.retry(account, run),
  })
  return {
    onboarding,
    handlers: {
      onboarding: {
        check: (source, gitlab) => onboarding.check(gitlab.account, source),
        problems: (source, gitlab) => onboarding.problems(gitlab.account, source),
        start: (source, gitlab) => onboarding.create(gitlab.account, source),
        remaining: ({ run }, gitlab) => onboarding.remaining(gitlab.account, run),
        skipped: ({ run, ...page }, gitlab) => onboarding.skipped(gitlab.account, run, page),
        undo: ({ run }, gitlab) => onboarding.undo(gitlab.account, run),
        match: async ({ text, kinds }, { account }) => ({
          ...(await matchList(text, kinds, {
            find: (keys) => directory.find(account, keys),
            wordsInOtherNames: (words) => directory.wordsInOtherNames(account, words),
          })),
          asOf: directory.asOf(account),
        }),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
