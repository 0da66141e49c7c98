// A worker that takes all the memory it may use.
import { parentPort } from 'node:worker_threads'

const taken: object[] = []
parentPort!.on('message', () => {
  for (;;) taken.push([{}])
})
