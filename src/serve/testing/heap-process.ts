// The browser host in a separate process, with its keychain outside, which writes heap snapshots to the files
// given by its parent.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { writeHeapSnapshot } from 'node:v8'
import { createLatchkey } from '../../core/app.ts'
import { OwnCertificates } from '../../core/platform/network/own-certificates.ts'
import { createNodeFetch } from '../../core/platform/network/node-fetch.ts'
import type { SecretStore } from '../../core/platform/keychain/secret-store.ts'
import { testLog } from '../../core/testing/log.ts'
import { startBrowserHost } from '../server.ts'
import { currentTime } from '../../shared/rules/clock.ts'

const folder = process.argv[2]!
const log = testLog(() => undefined)
const certificates = new OwnCertificates(folder, log.warn)
const latchkey = createLatchkey({
  host: 'browser',
  version: '0.0.0',
  certificates,
  fetch: createNodeFetch({ certificates }),
  keychain: storeIn(folder),
  dataFolder: folder,
  home: folder,
  now: currentTime,
  startDemo: () => Promise.reject(new Error('The demo isn’t available here.')),
  log,
})
const host = await startBrowserHost({ latchkey, log, pageFolder: folder, port: 0 })
// A control: retained like a token that is never dropped. The search must find it.
const canary = { held: readFileSync(join(folder, 'canary'), 'utf8') }

process.on('message', (file: string) => void snapshot(file))
process.on('disconnect', () => void host.stop().then(() => latchkey.close()))
process.send!(host.oneTimeUrl().url)

async function snapshot(file: string): Promise<void> {
  // Released objects may release others in the next turn.
  for (let round = 0; round < 5; round++) {
    gc!()
    await turn()
  }
  writeHeapSnapshot(file)
  process.send!(`written, beside ${canary.held.length} letters`)
}

function storeIn(path: string): SecretStore {
  const file = (name: string) => join(path, `secret-${Buffer.from(name).toString('hex')}`)
  return {
    describe: async () => ({ state: 'available', name: 'files of the test', message: '' }),
    get: async (name) => readFileSync(file(name), 'utf8'),
    set: async (name, secret) => writeFileSync(file(name), secret),
    remove: async (name) => rmSync(file(name), { force: true }),
  }
}
