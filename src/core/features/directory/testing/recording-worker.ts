// The worker, which also writes everything it receives to a file next to the copy.
import { appendFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import '../../../worker.ts'

let file: string | undefined
parentPort!.on('message', (request: { open?: string; list?: { body: Uint8Array } }) => {
  if (request.open) file = `${request.open}.received`
  const { body = new Uint8Array(), ...list } = request.list ?? {}
  appendFileSync(file!, `${JSON.stringify({ ...request, list })}\n`)
  appendFileSync(file!, body)
})
