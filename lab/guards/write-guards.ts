import type { Guard } from './guard.ts'

const writes = 'src/main/writes.exploit.test.ts'
const once = 'reach the server once even if connections break after other requests'

/** Guards that make the desktop app send each write exactly once, for the right user. */
export const writeGuards: readonly Guard[] = [
  { id: 'fresh-connection', test: writes, title: once },
  { id: 'writes-apart', test: writes, title: once },
  {
    id: 'write-after-write',
    test: writes,
    title: 'wait for the full response to the previous one without aborting it',
  },
  {
    id: 'no-followed-redirect',
    replacement: `redirect: 'follow'`,
    test: writes,
    title: "don't follow redirects with their token",
  },
  { id: 'no-quic', test: writes, title: 'never use QUIC' },
  {
    id: 'system-dns',
    test: 'src/main/network.test.ts',
    title: 'contacts only the hosts of its requests',
  },
  {
    id: 'no-dictionaries',
    test: 'src/main/network.test.ts',
    title: 'contacts only the hosts of its requests',
  },
]
