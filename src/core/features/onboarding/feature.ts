import { accountFiles } from '../../accounts/account-folders.ts'
import type { Feature } from '../feature.ts'
import type { Context } from '../../context.ts'
import { matchList } from './match-list.ts'
import { Onboarding, type UserDirectory } from './onboarding.ts'

export interface OnboardingFeature extends Feature<'onboarding'> {
  onboarding: Pick<Onboarding, 'unsent' | 'createdBy'>
}

interface Needs {
  directory: UserDirectory
}

/** Users created at once: each takes GitLab a second and an email. */
const maxAtOnce = 4

/** Creates many users from a file or pasted rows. */
export function onboardingFeature(context: Context, { directory }: Needs): OnboardingFeature {
  const { accounts, audit, clock, events, folders, hooks, log, service, settings, throttle } =
    context
  const onboarding = new Onboarding({
    accounts,
    service,
    audit,
    directory,
    pathOf: (id) => folders.path(id, accountFiles.onboarding),
    atOnce: () => Math.min(settings.read().requestsAtOnce, maxAtOnce),
    throttle,
    clock,
    onChange: (account) => events.emit('onboarding', { account }),
    log,
  })
  hooks.accessChanged.subscribe((id, reason) => onboarding.hold(id, reason))
  onboarding.start()
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
    forgetAccount: (id) => onboarding.forget(id),
    close: () => onboarding.close(),
  }
}
