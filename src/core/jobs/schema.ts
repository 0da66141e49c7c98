import { holdReasons, queueStates } from '../../shared/operations/queue.ts'
import { auditLogTable } from '../audit-log/schema.ts'
import type { DatabaseOptions } from '../platform/sqlite/database.ts'

// SQLite uses a partial index only where a query has its condition to the letter: these are the conditions of the indexes below.

/** States in which something is still to be done without a decision. */
export const openStatesSql = `('undoable', 'ready', 'sending', 'unknown')`
/** States in which nothing has been sent. */
export const unsentStates = `('undoable', 'ready')`
/** States that a person can cancel. */
export const cancellableStates = `('scheduled', 'undoable', 'ready', 'conflict')`
/** States from which an item is started. */
export const waitingStates = `('ready', 'unknown')`
/** States in which an item has ended. */
export const finishedStates = `('done', 'refused', 'expired', 'cancelled')`
/** States of what a hold keeps waiting. */
export const heldStates = `('scheduled', 'undoable', 'ready', 'sending', 'unknown')`
/** States that time changes. */
export const timedStates = `('undoable', 'ready', 'unknown')`

/** Why an item waits for a person. */
export const holdSql = `iif(job IS NULL, (SELECT hold FROM queues WHERE queues.kind = items.kind), (SELECT hold FROM jobs WHERE jobs.id = job))`

const oneOf = (column: string, values: readonly string[]) =>
  `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`

/**
 * The table `queues` has a row for each kind of job. `paused` is the same in all of them. While a row has a `hold`, no single item of
 * the kind is sent until a person says so; a job is paused with its own. `replaced` is 1 where the file took the place of a damaged one, until the kind has acted on it. `parameters` of a job is JSON for its
 * kind. `starts`: nothing of it is sent before, in milliseconds since 1970; null while its items are still being written. `undo` is 1
 * for a job with deletions until its time to undo has passed, and 2 if nobody could use that time, so that the job is paused;
 * otherwise 0.
 *
 * Items of the same `lane` are sent one after the other. `irreversible` is 0, 1, or 2 for a deletion, which waits for a person where
 * nobody could undo it. `target` and the columns after it say whom it is about: `target_state` is the user's state when it was queued,
 * `expected_state` the one that they must be in, null where it does not matter. `position` is its place in the queue, `checks` how often
 * the outcome was looked for, `parameters` JSON with what it is to change, `snapshot` JSON with what it found when it was sent, `result`
 * JSON with what it made or found, `due` and `zone` the date that was chosen for it, `expires` null where it never does, and `failure` JSON
 * whose texts are messages.
 */
const tables = `
  CREATE TABLE queues (
    kind TEXT PRIMARY KEY,
    paused INTEGER NOT NULL,
    hold TEXT CHECK (${oneOf('hold', holdReasons)}),
    replaced INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    parameters TEXT,
    actor TEXT NOT NULL,
    reason TEXT,
    created INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'cancelled')),
    hold TEXT CHECK (${oneOf('hold', holdReasons)}),
    total INTEGER NOT NULL,
    starts INTEGER,
    undo INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    job INTEGER REFERENCES jobs ON DELETE CASCADE,
    step INTEGER,
    action TEXT NOT NULL,
    irreversible INTEGER NOT NULL DEFAULT 0,
    parameters TEXT,
    lane INTEGER,
    target INTEGER,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    target_state TEXT,
    expected_state TEXT,
    reason TEXT,
    note INTEGER NOT NULL DEFAULT 0,
    state TEXT NOT NULL CHECK (${oneOf('state', queueStates)}),
    created INTEGER NOT NULL,
    due INTEGER,
    zone TEXT,
    not_before INTEGER NOT NULL,
    expires INTEGER,
    position INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    checks INTEGER NOT NULL DEFAULT 0,
    before TEXT,
    snapshot TEXT,
    accepted INTEGER NOT NULL DEFAULT 0,
    after TEXT,
    username_now TEXT,
    result TEXT,
    failure TEXT,
    finished INTEGER
  ) STRICT;
  CREATE INDEX items_by_position ON items (position);
  CREATE INDEX items_by_state ON items (kind, state);
  CREATE INDEX items_of_target ON items (target);
  CREATE INDEX items_of_job ON items (job, state, finished, before, after);
  CREATE INDEX items_open ON items (lane, position) WHERE state IN ${openStatesSql};
  CREATE INDEX items_waiting ON items (kind, job, position, not_before) WHERE state IN ${waitingStates};
  CREATE INDEX items_timed ON items (not_before) WHERE state IN ${timedStates};
  CREATE INDEX items_unsent ON items (expires) WHERE state IN ${unsentStates};
  CREATE INDEX items_scheduled ON items (due) WHERE state = 'scheduled';
  ${auditLogTable}
`

/** `FULL`, because an item whose sending was not written down could be sent twice. */
export const jobsOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'FULL',
  // guard: secure-delete-queue
  secureDelete: true,
}
