import type { Guard } from './guard.ts'

const writes = 'src/main/writes.exploit.test.ts'
const once = 'leaves once, whatever breaks, after reads and after other writes'

/** Guards that send a write of the desktop app exactly once, to the right user. */
export const writeGuards: readonly Guard[] = [
  { id: 'fresh-connection', test: writes, title: once },
  { id: 'writes-apart', test: writes, title: once },
  {
    id: 'write-after-write',
    test: writes,
    title: 'waits until the one before has its whole answer, and breaks off nothing',
  },
  {
    id: 'no-followed-redirect',
    becomes: `redirect: 'follow'`,
    test: writes,
    title: 'is led nowhere else with its token',
  },
  { id: 'no-quic', test: writes, title: 'goes over no QUIC' },
]
