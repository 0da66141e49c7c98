// Runs in a separate thread. Nothing that it imports may import `electron`, which exists only in the main thread.
import { type MessagePort, parentPort } from 'node:worker_threads'
import { connect } from '../sqlite/database.ts'

/** A request to the worker: the path of a new database to write to. */
export interface WorkerRequest {
  file: string
}

/** The worker's answer. */
export interface WorkerAnswer {
  sqliteVersion: string
}

function answerRequests(port: MessagePort): void {
  port.on('message', ({ file }: WorkerRequest) => {
    const database = connect(file)
    try {
      database.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT')
      const row = database.prepare('SELECT sqlite_version() AS version').get()
      port.postMessage({ sqliteVersion: String(row?.version) } satisfies WorkerAnswer)
    } finally {
      database.close()
    }
  })
}

answerRequests(parentPort!)
