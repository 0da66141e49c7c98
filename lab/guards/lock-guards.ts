import type { Guard } from './guard.ts'

const memory = 'src/serve/token-in-memory.exploit.test.ts'

/** Guards for secrets while Latchkey is locked, and for copied secrets. */
export const lockGuards: readonly Guard[] = [
  {
    id: 'locked-tokens',
    test: memory,
    title: 'contains no token while Latchkey is locked and its queue is paused',
  },
  {
    id: 'locked-sync',
    test: 'src/core/features/directory/storing-worker.exploit.test.ts',
    title: 'ends when Latchkey is locked, and continues after a list is opened again',
  },
  {
    id: 'signed-out-token',
    test: memory,
    title: 'contains no token of a signed-out account',
  },
  {
    id: 'token-batch-end',
    replacement: 'const end = () => undefined',
    test: 'src/core/accounts/credentials.test.ts',
    title: 'ends after five seconds while Latchkey is locked',
  },
  {
    id: 'token-of-one-request',
    test: 'src/core/accounts/credentials.test.ts',
    title: 'contains only one request while the queue is paused',
  },
  {
    id: 'locked-queue',
    test: 'src/core/features/lock/queue-while-locked.exploit.test.ts',
    title: 'sends nothing if paused by the lock, and continues after unlocking',
  },
  {
    id: 'linux-screen-lock',
    test: 'src/core/features/lock/linux-lock.keyring.test.ts',
    title: 'reports only locks of this session',
  },
  {
    id: 'concealed-copy',
    replacement: 'const mark = undefined',
    test: 'src/main/clipboard.exploit.test.ts',
    title: 'carries the mark that clipboard histories respect on',
  },
]
