import type { Guard } from './guard.ts'

const policy = 'src/core/platform/policy/read-policy.exploit.test.ts'

/** Guards for who may write a company's policy, and for what it may contain. */
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
    id: 'policy-instance-url',
    replacement: 'return checked',
    test: policy,
    title: 'can’t keep Latchkey from starting by its URL',
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
]
