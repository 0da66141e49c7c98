// Runs the entire application on a folder until it is killed.
import { createLatchkey } from '../app.ts'
import { createNodeFetch } from '../platform/network/node-fetch.ts'
import { OwnCertificates } from '../platform/network/own-certificates.ts'
import { createMemorySecretStore } from '../platform/keychain/memory-secret-store.ts'
import { currentTime } from '../../shared/rules/clock.ts'
import { testLog } from './log.ts'

const dataFolder = process.argv[2]!
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(dataFolder, log.warn),
  fetch: createNodeFetch(),
  keychain: createMemorySecretStore(),
  dataFolder,
  home: dataFolder,
  now: currentTime,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log,
})
const answer = await latchkey.invoke('accounts.list', {})
if (!answer.ok) throw new Error(answer.failure.message)
process.stdout.write('ready\n')
setInterval(() => undefined, 60_000)
