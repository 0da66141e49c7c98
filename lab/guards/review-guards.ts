import type { Guard } from './guard.ts'

const files = 'src/core/features/review/parts/hostile-files.exploit.test.ts'
const places = 'src/core/features/review/hostile-places.exploit.test.ts'
const parts = 'src/core/features/review/parts/parts.test.ts'

/** Guards of reviews: files that come back from reviewers and auditors, and groups and owners as an instance lists them. */
export const reviewGuards: readonly Guard[] = [
  {
    id: 'answers-values',
    replacement: 'const parsed = { value: JSON.parse(text) as unknown }',
    test: files,
    title: 'is refused if it has more values than any answers need',
  },
  {
    id: 'text-depth',
    test: files,
    title: 'isn’t parsed if it is nested too deeply',
  },
  {
    id: 'answers-problem-count',
    test: files,
    title: 'isn’t searched for more problems than are shown',
  },
  {
    id: 'answers-row-problems',
    test: files,
    title: 'isn’t searched for more problems than are shown if it is CSV',
  },
  {
    id: 'answers-rows',
    replacement: 'const csvLimits = { rows: Infinity, cells: Infinity }',
    test: files,
    title: 'is refused if it has more rows than any answers need',
  },
  {
    id: 'answers-compared',
    test: parts,
    title: 'with thousands of unknown items are refused with the first hundred',
  },
  {
    id: 'split-slices',
    test: files,
    title: 'lets others be answered while there are many groups and items',
  },
  {
    id: 'owners-once',
    replacement: 'const owners = ownersOf(item)',
    test: files,
    title: 'asks for the owners of a group or project once',
  },
  {
    id: 'owner-email',
    test: places,
    title: 'leaves out owners without an email, who would become one reviewer',
  },
  {
    id: 'pack-bytes',
    replacement: 'return attempt(() => Buffer.from(readRegularFile(path, maxBytes).toString()))',
    test: files,
    title: 'is reported as damaged if bytes that aren’t text change',
  },
  {
    id: 'pack-once',
    replacement: 'const isFirst = name !== undefined',
    test: files,
    title: 'is reported as damaged if it lists a file twice',
  },
  {
    id: 'group-depth',
    replacement: 'const maxBelow = 1e6',
    test: places,
    title: 'are bounded if groups contain each other',
  },
  {
    id: 'shared-access',
    replacement: 'export const maxShared = 1e6',
    test: places,
    title: 'are bounded and marked incomplete if many groups invite each other',
  },
  {
    id: 'invited-groups',
    test: places,
    title: 'ends if the groups that it invites have no end of groups around them',
  },
  {
    id: 'rebuild-slices',
    replacement: 'size = rebuildBatchSize',
    test: places,
    title: 'let others be answered while they are built',
  },
  {
    id: 'item-slices',
    test: places,
    title: 'let others be answered while they are read',
  },
  {
    id: 'hash-slices',
    test: places,
    title: 'let others be answered while they are hashed',
  },
  {
    id: 'piece-turns',
    test: files,
    title: 'lets others be answered while it is written',
  },
]
