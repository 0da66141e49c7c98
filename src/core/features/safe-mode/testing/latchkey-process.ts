// The whole application on a folder, until it is killed. It asks for the profile of each account as a start does; what an answer does
// to it then stands for a defect that nobody knows.
import { flushCompileCache } from 'node:module'
import { currentTime } from '../../../../shared/clock.ts'
import type { AccountsSnapshot } from '../../../../shared/app/accounts.ts'
import { createLatchkey } from '../../../app.ts'
import { OwnCertificates } from '../../../network/own-certificates.ts'
import { createNodeFetch } from '../../../network/node-fetch.ts'
import { testLog } from '../../../testing/log.ts'

const [, , dataFolder, token, effect] = process.argv as string[]
const held: Buffer[] = []
const effects: Record<string, () => void> = {
  none: () => undefined,
  busy: () => {
    for (;;);
  },
  memory: () => {
    // Written, because memory that is only asked for takes up nothing.
    while (held.length < 24) held.push(Buffer.alloc(64 * 1024 * 1024, 1))
  },
}
const nodeFetch = createNodeFetch()
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(dataFolder!, log.warn),
  async fetch(...request) {
    const response = await nodeFetch(...request)
    setTimeout(effects[effect!]!, 10)
    return response
  },
  keychain: {
    describe: async () => ({ state: 'available', name: 'a keychain of the test', message: '' }),
    get: async () => token,
    set: async () => undefined,
    remove: async () => undefined,
  },
  dataFolder: dataFolder!,
  home: dataFolder!,
  now: currentTime,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log,
})
const answer = await latchkey.invoke('accounts.list', {})
if (!answer.ok) throw new Error(answer.failure.message)
// Who is killed would leave nothing in the compile cache, so that every start would compile everything anew.
flushCompileCache()
process.stdout.write('ready\n')
const { accounts } = answer.value as AccountsSnapshot
await Promise.all(accounts.map(({ id }) => latchkey.invoke('accounts.refresh', { id })))
process.stdout.write('answered\n')
setInterval(() => undefined, 60_000)
