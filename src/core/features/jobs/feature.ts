import { accountFiles } from '../../accounts/account-folders.ts'
import { createAuditCopy } from '../../audit-log/audit-copy.ts'
import { canCheckAgain } from '../../gitlab/connectivity/connectivity.ts'
import { BackgroundJobs } from '../../jobs/background-jobs.ts'
import { Jobs } from '../../jobs/jobs.ts'
import { localUserName } from '../../platform/home.ts'
import type { Feature } from '../feature.ts'
import type { AccountContext } from '../../context.ts'

export interface JobsFeature extends Feature<'jobs'> {
  jobs: Jobs
  runs: BackgroundJobs
  /** Opens the files and resumes pending jobs. Call this once all kinds are registered. */
  start(): void
}

const dayMs = 24 * 60 * 60_000

/** Runs background jobs of all kinds. */
export function jobsFeature(context: AccountContext): JobsFeature {
  const { accounts, clock, connectivity, events, folders, hooks, inFolder } = context
  const { ceilings, log, policy, reasons, refresh, gitlabOf, settings } = context
  const { throttle, unsaved } = context
  const { auditLogFolder: folder } = policy.values
  const jobs = new Jobs({
    pathOf: (id) => folders.path(id, accountFiles.jobs),
    auditLogs: inFolder('audit'),
    copyEntry:
      folder === undefined
        ? undefined
        : createAuditCopy({ folder, username: localUserName(), onUnsaved: unsaved, log }),
    accounts: { ids: () => accounts.ids(), account: (id) => accounts.account(id), refresh },
    gitlabOf,
    settings: () => settings.read(),
    policy,
    ceilings,
    reasons,
    throttle,
    isUnreachable: (id) => canCheckAgain(connectivity.get(id).state),
    onChange: (event) => events.emit('queue', event),
    clock,
    log,
  })
  const runs = new BackgroundJobs(jobs, clock)
  events.on('accounts', () => jobs.accountsChanged())
  events.on('settings', () => jobs.wake())
  hooks.accessChanged.subscribe((id, reason, cause) => jobs.hold(id, reason, cause))
  hooks.tokenReplaced.subscribe((id) => jobs.tryNow(id))
  hooks.retry.subscribe((id) => jobs.tryNow(id))
  const stopHousekeeping = clock.every(dayMs, () => jobs.prune())
  return {
    jobs,
    runs,
    start() {
      jobs.openAll()
      jobs.start()
    },
    handlers: {
      jobs: {
        list: (_, { account }) => runs.list(account),
        get: ({ job }, { account }) => runs.get(account, job),
        items: ({ job, ...query }, { account }) => runs.items(account, job, query),
        pace: (_, { account }) => runs.pace(account),
        pauseAll: (_, { account }) => runs.setAllPaused(account, true),
        resumeAll: (_, { account }) => runs.setAllPaused(account, false),
        pause: ({ job }, { account }) => runs.pause(account, job),
        resume: ({ job }, { account }) => runs.resume(account, job),
        runFirst: ({ job, isFirst }, { account }) => runs.runFirst(account, job, isFirst),
        cancel: ({ job }, { account }) => runs.cancel(account, job),
        reschedule: ({ job, item, due }, { account }) => runs.reschedule(account, job, due, item),
        retry: ({ job }, { account }) => runs.retry(account, job),
        remove: ({ job }, { account }) => runs.remove(account, job),
        report: ({ job, format }, { account }) => runs.report(account, job, format),
        evidence: ({ job, user }, { account }) => runs.evidence(account, job, user),
      },
    },
    // On sign-out, the file is closed last, because it contains the audit log.
    forgetAccount: 'remembers nothing',
    async close() {
      stopHousekeeping()
      await jobs.close()
    },
  }
}
