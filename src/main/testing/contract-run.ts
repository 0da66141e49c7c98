// Runs a host's fetch contract inside Electron, real or fake, and prints a line per part. Exits with 1 on a failure or
// an uncaught error.
import { app } from 'electron'
import { fetchContract } from '../../core/platform/network/testing/fetch-contract.ts'
import { oddAnswers } from '../../core/platform/network/testing/odd-answers.ts'
import { outcomesOf, startOddServer } from '../../core/platform/network/testing/odd-client.ts'
import { createAuthority } from '../../core/platform/network/testing/authority.ts'
import { startRawServer } from '../../core/platform/network/testing/raw-server.ts'
import { startTlsServer } from '../../core/platform/network/testing/tls-server.ts'
import { setupCertificates } from '../certificates.ts'
import { chromiumFetch, setupNetwork } from '../network.ts'

const failures: string[] = []
const print = (line: string) => process.stdout.write(`${line}\n`)
const fail = (what: string) => {
  failures.push(what)
  print(`failed: ${what}`)
}
process.on('uncaughtException', (error) => fail(`uncaught: ${String(error.stack)}`))
process.on('unhandledRejection', (error) => fail(`unhandled: ${String(error)}`))
setupNetwork()

let trusted: string[] = []
let notifyChange = () => {}
const certificates = {
  forHost: () => trusted,
  onChange: (listener: () => void) => void (notifyChange = listener),
}

async function run(): Promise<void> {
  const fetch = chromiumFetch(setupCertificates(certificates))
  for (const { name, run } of fetchContract) {
    await run(fetch).then(
      () => print(`ok: ${name}`),
      (error: unknown) => fail(`${name}: ${String(error)}`),
    )
  }
  const server = await startOddServer()
  for (const answer of oddAnswers) {
    const expected = `read ${answer.read}, write ${answer.write}`
    const { read, write } = await outcomesOf(fetch, server, answer)
    const outcome = `read ${read}, write ${write}`
    if (outcome === expected) print(`ok: ${answer.name}: ${outcome}`)
    else fail(`${answer.name}: ${outcome} instead of ${expected}`)
  }
  await server.stop()
  await writeOften(fetch)
  await changeTrust(fetch)
}

/** Trusts and then removes a server's certificate authority. Each change applies from the next request on. */
async function changeTrust(fetch: typeof globalThis.fetch): Promise<void> {
  const authority = createAuthority()
  const server = await startTlsServer(authority.issue())
  for (const [step, chosen] of [
    ['refused at first', []],
    ['accepted once its authority is chosen', [authority.cert]],
    ['refused once its authority is forgotten', []],
  ] as const) {
    trusted = [...chosen]
    notifyChange()
    for (const method of ['GET', 'POST']) {
      const isAccepted = await fetch(server.url, { method }).then(
        async (answer) => (await answer.text()) !== '',
        () => false,
      )
      if (isAccepted === chosen.length > 0) print(`ok: ${method} to an unknown server is ${step}`)
      else fail(`${method} to an unknown server is not ${step}`)
    }
  }
  await server.stop()
  authority.remove()
}

/** Resets each write before its response, after a read has left a connection open. */
async function writeOften(fetch: typeof globalThis.fetch): Promise<void> {
  const times = Number(process.env.LATCHKEY_WRITES ?? 20)
  const server = await startRawServer(({ method }) =>
    method === 'GET'
      ? { bytes: Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'), then: 'stay' }
      : { bytes: Buffer.alloc(0), then: 'reset' },
  )
  for (let nth = 0; nth < times; nth += 1) {
    await (await fetch(server.url)).text()
    const answer = await fetch(server.url, { method: 'POST', body: 'x' }).catch(() => undefined)
    if (answer) fail(`write ${nth} was answered`)
  }
  const postCount = server.requests.filter(({ method }) => method === 'POST').length
  await server.stop()
  if (postCount === times) print(`ok: ${times} writes that were reset arrived once each`)
  else fail(`${times} writes that were reset arrived ${postCount} times`)
}

void app.whenReady().then(async () => {
  await run().catch((error: unknown) => fail(String(error)))
  print(`${failures.length} failures`)
  app.exit(failures.length > 0 ? 1 : 0)
})
