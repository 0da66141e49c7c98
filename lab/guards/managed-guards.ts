import type { Guard } from './guard.ts'

const features = 'src/core/policy/disabled-features.test.ts'
const instances = 'src/core/policy/company-instances.test.ts'
const limits = 'src/core/features/limits/limits.test.ts'
const unreadable = 'src/core/policy/unreadable-policy.test.ts'

/** Guards that make a company's policy hold in core, not only on the screen. */
export const managedGuards: readonly Guard[] = [
  {
    id: 'disabled-features',
    test: features,
    title: 'is refused before anything is sent',
  },
  {
    id: 'queued-features',
    test: features,
    title: 'isn’t sent if it is a run that was started before',
  },
  {
    id: 'other-instances',
    replacement: 'const allowed = [...baseUrls]',
    test: instances,
    title: 'can’t be added, and gets no token',
  },
  {
    id: 'other-instances-read-only',
    test: instances,
    title: 'can read, and nothing else',
  },
  {
    id: 'unreadable-policy',
    test: unreadable,
    title: 'stops every sign-in',
  },
  {
    id: 'managed-requests',
    test: unreadable,
    title: 'stops administrators’ changes and new tokens',
  },
  {
    id: 'keychain-required',
    test: 'src/core/policy/required-keychain.test.ts',
    title: 'is required to sign in',
  },
  {
    id: 'token-days',
    replacement: 'if (day || last) return',
    test: 'src/core/policy/requests.test.ts',
    title: 'can’t last longer than the policy allows',
  },
  {
    id: 'ceilings',
    test: 'src/core/policy/ceilings.test.ts',
    title: 'forbids the action if it is 0: ban',
  },
  {
    id: 'raised-ceiling',
    replacement: 'const chosen = [{ limit, since: 0 }]',
    test: 'src/core/policy/ceilings.test.ts',
    title: 'applies after an hour if it is higher',
  },
  {
    id: 'run-over-ceiling',
    test: limits,
    title: 'stops a larger run before its first user',
  },
  {
    id: 'queued-ceiling',
    test: limits,
    title: 'pauses a run that was started before, and continues it later',
  },
  {
    id: 'excepted-user',
    test: 'src/core/features/limits/exceptions.test.ts',
    title: 'stops what a run that was started before would still send',
  },
  {
    id: 'required-reason',
    test: limits,
    title: 'is needed for runs, single actions, and views, and for what was queued before',
  },
  {
    id: 'audit-copy-link',
    replacement: 'const file = openSync(path, flags & ~(constants.O_NOFOLLOW ?? 0), 0o600)',
    test: 'src/core/audit-log/audit-copy.exploit.test.ts',
    title: 'is not written through a link',
  },
  {
    id: 'audit-copy-owner',
    test: 'src/core/audit-log/audit-copy.exploit.test.ts',
    title: 'is not written to a pipe or a folder',
  },
]
