// Runs one account's directory in a separate process that tests kill midway: node directory-process.ts <folder> <url>
// [everybody]. Reports every state, and finally the users in its copy.
import { join } from 'node:path'
import { currentTime } from '../../../../shared/rules/clock.ts'
import type { DirectoryState } from '../../../../shared/operations/directory.ts'
import { FailureError } from '../../../platform/failure.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import type { GitLabClient } from '../../../gitlab/gitlab-client.ts'
import { createNodeFetch } from '../../../platform/network/node-fetch.ts'
import { ApiClient } from '../../../gitlab/api-client.ts'
import { AccountDirectory } from '../account-directory.ts'
import { directoryFile } from '../directory-kind.ts'

/** The process's output. */
export interface ProcessReport {
  state: DirectoryState
  /** All users in the copy, once the sync has ended. */
  ids?: number[]
  /** How many of them match a single-word search. */
  found?: number
}

const [folder, url, allUsers] = process.argv.slice(2) as [string, string, string?]
const client = new ApiClient({
  fetch: createNodeFetch(),
  now: currentTime,
  random: Math.random,
  sleep: () => Promise.resolve(),
})
const target = { baseUrl: url, token: 'secret', isAdmin: true }
const gitlab: GitLabClient = {
  account: 'a',
  call: (endpoint, input, options) => client.call(target, endpoint, input, options),
  page: (endpoint, input, cursor, options) =>
    client.page(target, endpoint as never, input, cursor, options),
  requestPage: (endpoint, input, cursor, options) =>
    client.requestPage(target, endpoint as never, input, cursor, options),
  all: (endpoint, input, options) => client.all(target, endpoint, input, options),
}
const send = (report: ProcessReport) => process.send?.(report)
const file = directoryFile({
  path: join(folder, 'directory.db'),
  worker: join(import.meta.dirname, '../../../worker.ts'),
  log: (message) => void process.stderr.write(`${message}\n`),
})
const directory = new AccountDirectory({
  viewed: () => ({}),
  copy: file.copy(),
  startPageThread: () => file.startPageThread(),
  clock: systemClock(currentTime),
  onChange(state) {
    if (state.phase === 'reading') send({ state })
    else end(state)
  },
  rights: () => Promise.resolve({ isAdmin: true }),
  beingDeleted: () => new Set(),
  diskFailure: () => file.failure,
  freeBytes: () => undefined,
  onCorruption: () => {
    throw new FailureError({ kind: 'unexpected', message: 'It is damaged.', hint: '' })
  },
  log: (message) => void process.stderr.write(`${message}\n`),
})
send({ state: directory.read(gitlab, { allUsers: allUsers !== undefined }) })

function end(state: DirectoryState): void {
  const ids = [...directory.lists.ids({ filter: {}, order_by: 'id', sort: 'asc' })]
  const found = directory.lists.count({ search: 'user' })
  directory.end()
  file.close()
  send({ state, ids, found })
  process.disconnect()
}
