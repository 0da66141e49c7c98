import type { Guard } from './guard.ts'

const handOver = 'src/core/features/moderation/tasks/hand-over.exploit.test.ts'

/** Guards of what a plan hands over before it blocks a user. */
export const dependentsGuards: readonly Guard[] = [
  {
    id: 'acts-as-successor',
    test: handOver,
    title: 'never becomes the administrator’s if the instance ignores sudo',
  },
  {
    id: 'schedule-not-yours',
    test: handOver,
    title: 'never becomes the administrator’s by an edited queue',
  },
  {
    id: 'schedule-still-theirs',
    replacement: `return 'open'`,
    test: handOver,
    title: 'stays with somebody who has taken it over since',
  },
  { id: 'block-goes-on', test: handOver, title: 'doesn’t keep the user from being blocked' },
  {
    id: 'answer-about-known',
    replacement: 'if (!item) continue',
    test: handOver,
    title: 'is refused about a schedule that core hasn’t read',
  },
  {
    id: 'answer-not-yourself',
    test: handOver,
    title: 'is refused if the account’s own user would take over the schedule',
  },
  { id: 'successor-stays', test: handOver, title: 'is refused if the successor leaves, too' },
  {
    id: 'locked-dependents',
    test: 'src/core/features/dependents/dependents.test.ts',
    title: 'is forgotten when Latchkey locks',
  },
  {
    id: 'dependents-texts',
    replacement: 'this.#found.items.push(item)',
    test: 'src/core/features/dependents/long-texts.exploit.test.ts',
    title: 'keeps what depends on a user without texts of a megabyte',
  },
  {
    id: 'damaged-shape',
    replacement: 'if (!(error instanceof TypeError)) throw error',
    test: handOver,
    title: 'doesn’t keep the user from being blocked if its row was edited: no list',
  },
]
