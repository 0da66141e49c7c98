// The whole application on a data folder, in which it continues its runs of new users until it is killed. With a text, it starts one first.
import { join } from 'node:path'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { OnboardingCheck } from '../../../../shared/operations/onboarding.ts'
import { createLatchkey } from '../../../app.ts'
import { OwnCertificates } from '../../../platform/network/own-certificates.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { testLog } from '../../../testing/log.ts'
import { fileStore } from './file-store.ts'

/** The argument of the process, as JSON. */
export interface Work {
  folder: string
  account: string
  text?: string
}

const { folder, account, text } = JSON.parse(process.argv[2]!) as Work
// A test that fails may leave it behind.
process.stdin.on('end', () => process.exit(1)).resume()
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(folder, log.warn),
  fetch: createNodeFetch(),
  keychain: fileStore(join(folder, 'keychain-of-the-test')),
  dataFolder: folder,
  home: folder,
  now: currentTime,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log,
})

async function value<T>(name: string, input: unknown): Promise<T> {
  const answer = await latchkey.invoke(name, input, account)
  if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.failure)}`)
  return answer.value as T
}

if (text !== undefined) {
  const { ready } = await value<OnboardingCheck>('onboarding.check', { text })
  await value('onboarding.start', { text, ready })
}
process.stdout.write('started\n')
