// Runs in a separate thread. Nothing that it imports may import `electron`, which exists only in the main thread.
import { credentialsKind } from './features/credentials/credentials-kind.ts'
import { directoryKind } from './features/directory/directory-kind.ts'
import type { CalendarRequest } from './features/status/calendar/read-calendar.ts'
import type { CopyKind } from './list-copy/copy-store.ts'
import { openExistingCopy } from './list-copy/open-copy.ts'
import { type PageRequest, PageStore } from './list-copy/page-store.ts'
import { answerRequests } from './platform/worker/answer-requests.ts'
import { type Database, connect } from './platform/sqlite/database.ts'

/** A request to the worker. The first one for pages opens their file. */
type WorkerRequest =
  { check: string } | { calendar: CalendarRequest } | { open: string; kind: string } | PageRequest

let database: Database | undefined
let pages: Pick<PageStore, 'answer'> | undefined

const kinds: readonly CopyKind[] = [directoryKind, credentialsKind]

function open(path: string, name: string): void {
  const kind = kinds.find((one) => one.name === name)!
  database = openExistingCopy(path, kind.database)
  pages = new PageStore(kind, database)
}

/** Writes to a new database, for the self-test. */
function check(file: string): { sqliteVersion: string } {
  const created = connect(file)
  try {
    created.exec('CREATE TABLE notes (text TEXT NOT NULL) STRICT')
    const row = created.prepare('SELECT sqlite_version() AS version').get()
    return { sqliteVersion: String(row?.version) }
  } finally {
    created.close()
  }
}

/** Loads what reads calendars only now, because most threads don't need it. */
async function answerCalendar(request: CalendarRequest) {
  const { readCalendar } = await import('./features/status/calendar/read-calendar.ts')
  return readCalendar(request)
}

answerRequests<WorkerRequest>(
  (request) => {
    if ('check' in request) return check(request.check)
    if ('calendar' in request) return answerCalendar(request.calendar)
    if ('open' in request) return open(request.open, request.kind)
    return pages!.answer(request)
  },
  () => database?.close(),
)
