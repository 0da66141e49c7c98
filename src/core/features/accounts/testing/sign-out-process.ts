// Signs out of an account and kills itself midway: after deleting the keychain item, or after removing the account but
// not its data. Otherwise, the test kills it.
import { currentTime } from '../../../../shared/rules/clock.ts'
import { createLatchkey } from '../../../app.ts'
import { OwnCertificates } from '../../../platform/network/own-certificates.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { testLog } from '../../../testing/log.ts'

/** The process's argument, as JSON. */
export interface SignOutArgument {
  folder: string
  account: string
  keepAuditLog: boolean
  dies: 'before' | 'after' | 'later'
}

const { folder, account, keepAuditLog, dies } = JSON.parse(process.argv[2]!) as SignOutArgument
const die = () => process.kill(process.pid, 'SIGKILL')
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(folder, log.warn),
  fetch: createNodeFetch(),
  keychain: {
    describe: async () => ({ state: 'available', name: 'nothing', message: '' }),
    get: async () => undefined,
    set: async () => undefined,
    async remove() {
      if (dies === 'before') die()
    },
  },
  dataFolder: folder,
  home: folder,
  now: currentTime,
  startDemo: () => Promise.reject(new Error('No demo in this process.')),
  log,
})
latchkey.on('accounts', ({ accounts }) => {
  if (dies === 'after' && accounts.every(({ id }) => id !== account)) die()
})
const answer = await latchkey.invoke('accounts.signOut', { id: account, keepAuditLog })
if (!answer.ok) throw new Error(JSON.stringify(answer.failure))
await latchkey.close()
