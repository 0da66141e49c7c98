import type { Guard } from './guard.ts'

const features = 'src/core/policy/disabled-features.test.ts'
const policy = 'src/core/platform/policy/read-policy.exploit.test.ts'
const instances = 'src/core/policy/company-instances.test.ts'
const unreadable = 'src/core/policy/unreadable-policy.test.ts'

/** Guards for who may write a company's policy, for what it may contain, and that make it hold in core. */
export const policyGuards: readonly Guard[] = [
  ...[
    'is rejected if its folder belongs to another user',
    'is rejected if others can write to its folder',
    'is rejected if a folder further up belongs to another user',
    'is rejected if its folder is a link',
  ].map((title): Guard => ({ id: 'root-folders', test: policy, title, needsRoot: true })),
  { id: 'root-file-link', test: policy, title: 'is rejected if it is a link', needsRoot: true },
  {
    id: 'root-file-owner',
    test: policy,
    title: 'is rejected if it belongs to another user',
    needsRoot: true,
  },
  {
    id: 'root-file-mode',
    test: policy,
    title: 'is rejected if others can write to it',
    needsRoot: true,
  },
  {
    id: 'root-file-kind',
    also: [{ id: 'regular-once-open-async' }],
    test: policy,
    title: 'is rejected if it is a pipe without a writer',
    needsRoot: true,
  },
  {
    id: 'root-file-size',
    test: policy,
    title: 'is rejected if it has a gigabyte',
    needsRoot: true,
  },
  {
    id: 'policy-depth',
    test: policy,
    title: 'is rejected if its JSON is nested more than eight levels deep',
    needsRoot: true,
  },
  {
    id: 'policy-encoding',
    replacement: 'return JSON.parse(Buffer.from(bytes).toString())',
    test: policy,
    title: 'is rejected if it is not UTF-8',
    needsRoot: true,
  },
  {
    id: 'policy-ca-file',
    test: policy,
    title: 'is left out if its file belongs to another user',
    needsRoot: true,
  },
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
]
