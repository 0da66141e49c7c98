// The whole application on a folder, until it is killed. It asks for the profile of each account as a start does.
import type { AccountsSnapshot } from '../../../shared/app/accounts.ts'
import { createLatchkey } from '../../latchkey.ts'
import { OwnCertificates } from '../../network/own-certificates.ts'
import { createNodeFetch } from '../../node-fetch.ts'
import { testLog } from '../../testing/log.ts'

const [, , dataFolder, token] = process.argv as string[]
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(dataFolder!, log.warn),
  fetch: createNodeFetch(),
  keychain: {
    describe: async () => ({ state: 'available', name: 'a keychain of the test', message: '' }),
    get: async () => token,
    set: async () => undefined,
    remove: async () => undefined,
  },
  dataFolder: dataFolder!,
  home: dataFolder!,
  now: Date.now,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log,
})
const answer = await latchkey.invoke('accounts.list', {})
if (!answer.ok) throw new Error(answer.failure.message)
process.stdout.write('ready\n')
const { accounts } = answer.value as AccountsSnapshot
await Promise.all(accounts.map(({ id }) => latchkey.invoke('accounts.refresh', { id })))
process.stdout.write('answered\n')
setInterval(() => undefined, 60_000)
