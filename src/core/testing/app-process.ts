// Runs the entire application on a data folder until it is killed. Each line of input is a call, and each line of output a
// response.
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { currentTime } from '../../shared/rules/clock.ts'
import { createLatchkey } from '../app.ts'
import { OwnCertificates } from '../platform/network/own-certificates.ts'
import { createNodeFetch } from '../platform/network/node-fetch.ts'
import { fileStore, keychainFile } from './file-store.ts'
import { testLog } from './log.ts'

/** A call, numbered so that its response can repeat the number. */
export interface Call {
  nth: number
  name: string
  input: unknown
  account?: string | undefined
}

const dataFolder = process.argv[2]!
const log = testLog((line) => process.stderr.write(`${line}\n`), 'warn')
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates: new OwnCertificates(dataFolder, log.warn),
  fetch: createNodeFetch(),
  keychain: fileStore(join(dataFolder, keychainFile)),
  dataFolder,
  home: dataFolder,
  now: currentTime,
  startDemo: () => Promise.reject(new Error('There is no demo here.')),
  log,
})

async function answer({ nth, name, input, account }: Call): Promise<void> {
  const envelope = await latchkey.invoke(name, input, account)
  process.stdout.write(`${JSON.stringify({ nth, envelope })}\n`)
}

for await (const line of createInterface({ input: process.stdin })) {
  void answer(JSON.parse(line) as Call)
}
// Left behind by a failed test.
process.exit(1)
