import { holdReasons } from '../../shared/operations/queue.ts'
import {
  type ItemEvent,
  type QueueState,
  finishedStates,
  nextStates,
  openStates,
  queueStates,
  statesBefore,
  unfinishedStates,
  unsentStates,
} from '../../shared/rules/item-states.ts'
import { itemDecisions } from '../../shared/rules/review.ts'
import { auditLogTable } from '../audit-log/schema.ts'
import type { DatabaseOptions } from '../platform/sqlite/database.ts'
import { inRangeSql, maxStored, oneOfSql } from '../platform/sqlite/stored-row.ts'

// SQLite only uses a partial index if a query repeats its condition literally, so the indexes below share these.

/** The place at the end of the queue. Ignores an edited row, after which there would be none. */
export const nextPositionSql = `(SELECT coalesce(max(position), 0) + 1 FROM items WHERE position < ${maxStored})`

export const listSql = (states: readonly QueueState[]) =>
  `(${states.map((state) => `'${state}'`).join(', ')})`

/** SQL condition: whether this can happen to an item. */
export const canSql = (event: ItemEvent) => `state IN ${listSql(statesBefore(event))}`

/** SQL value: an item's state after this event, which must lead to one state from each. Ignores other states. */
export function nextSql(event: ItemEvent): string {
  const cases = statesBefore(event).map((state) => [state, nextStates(state, event)[0]!] as const)
  const targets = new Set(cases.map(([, next]) => next))
  if (targets.size === 1) return `'${cases[0]![1]}'`
  return `CASE state ${cases.map(([state, next]) => `WHEN '${state}' THEN '${next}'`).join(' ')} ELSE state END`
}

/** States of unfinished items that neither need a decision nor wait for a date. */
export const openStatesSql = listSql(openStates)
/** States of items that haven't been sent. */
export const unsentStatesSql = listSql(unsentStates)
/** States that an attempt starts from. */
export const waitingStatesSql = `('ready', 'unknown')`
/** States of finished items. */
export const finishedStatesSql = listSql(finishedStates)
/** States of items that a hold affects. */
export const heldStatesSql = listSql(unfinishedStates)
/** States that change as time passes. */
export const timedStatesSql = `('undoable', 'ready', 'unknown')`

/** An item's hold reason, if any. */
export const holdSql = ofQueueOrJob('hold')
/** What happened to the token, if that is why an item is on hold. */
export const holdCauseSql = ofQueueOrJob('hold_cause')

function ofQueueOrJob(column: string): string {
  return `iif(job IS NULL, (SELECT ${column} FROM queues WHERE queues.kind = items.kind), (SELECT ${column} FROM jobs WHERE jobs.id = job))`
}

/**
 * `queues` has one row per kind of job. `paused` is the same in all rows. While `hold` is set, single items of the kind wait
 * until they are released; a job on hold is paused instead. `hold_cause` is what happened to the token. `replaced` is 1 if the file replaced a damaged one, until the kind
 * has handled that. In `jobs`, `parameters` is JSON of the kind. `starts` is the time (ms since 1970) before which nothing is
 * sent; null while items are being written. `users` is the number of users, which decides its turn, and `first` is 1 if somebody
 * put it ahead of the others. `undo` is 1 for a job with deletions until its undo period has passed, 2 if nobody
 * could use that time and the job is paused, otherwise 0. `refusal` is the failure that paused the job because two users were
 * refused alike, and `resumed_after` the last one after which somebody resumed it.
 *
 * In `items`, those of the same `lane` are sent one at a time. `irreversible` is 0, 1, or 2 for a deletion, which waits for
 * consent if nobody could undo it. `target` and the next columns identify the user: `target_state` is the state when queued,
 * `expected_state` the required one (null for any). `position` is the place in the queue, and `checks` counts lookups of the
 * outcome. `parameters` (what to change), `snapshot` (what was found before sending) and `result` (what was created or found)
 * are JSON. `due` and `zone` are the scheduled date. `expires` is null for items that never expire. `failure` is JSON with
 * message keys. `first_request` and `last_answer` are the times of the item's requests; null if none was answered, and none may
 * have arrived without an answer.
 *
 * `skipped_rows` belongs to onboarding: the rows of a file that a run left out, and why.
 *
 * Numbers beyond `inRangeSql` make the file damaged; those in `items` are repaired instead, see `repair-items.ts`.
 *
 * `decisions` belongs to access reviews: one row per item, where `account:…` is the decision about a user, see
 * `features/review/decisions.ts`. `source` is JSON about the file that a decision came from; null if it was made here. Parts of
 * a review that others decide about are in `review_parts`, with the hash of each item as it was asked. Both are in this file
 * because they can't be collected again.
 */
const tables = `
  CREATE TABLE queues (
    kind TEXT PRIMARY KEY,
    paused INTEGER NOT NULL,
    hold TEXT CHECK (${oneOfSql('hold', holdReasons)}),
    hold_cause TEXT,
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
    hold TEXT CHECK (${oneOfSql('hold', holdReasons)}),
    hold_cause TEXT,
    refusal TEXT,
    resumed_after TEXT,
    total INTEGER NOT NULL,
    users INTEGER NOT NULL,
    first INTEGER NOT NULL DEFAULT 0,
    starts INTEGER,
    undo INTEGER NOT NULL DEFAULT 0,
    CHECK (${inRangeSql('id', 'created', 'total', 'users', 'first', 'starts', 'undo')})
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
    state TEXT NOT NULL CHECK (${oneOfSql('state', queueStates)}),
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
    first_request INTEGER,
    last_answer INTEGER,
    finished INTEGER
  ) STRICT;
  CREATE INDEX items_by_position ON items (position);
  CREATE INDEX items_by_state ON items (kind, state);
  CREATE INDEX items_of_target ON items (target);
  CREATE INDEX items_of_job ON items (job, state, finished, before, after, first_request, last_answer);
  CREATE INDEX items_open ON items (lane, position) WHERE state IN ${openStatesSql};
  CREATE INDEX items_waiting ON items (kind, job, position, not_before) WHERE state IN ${waitingStatesSql};
  CREATE INDEX items_timed ON items (not_before) WHERE state IN ${timedStatesSql};
  CREATE INDEX items_unsent ON items (expires) WHERE state IN ${unsentStatesSql};
  CREATE INDEX items_scheduled ON items (due) WHERE state = 'scheduled';
  CREATE TABLE skipped_rows (
    job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
    line INTEGER NOT NULL,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    problem TEXT NOT NULL,
    PRIMARY KEY (job, line),
    CHECK (${inRangeSql('job', 'line')})
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE decisions (
    job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
    item TEXT NOT NULL,
    user INTEGER,
    decision TEXT NOT NULL CHECK (${oneOfSql('decision', itemDecisions)}),
    level INTEGER,
    note TEXT NOT NULL,
    actor TEXT NOT NULL,
    at INTEGER NOT NULL,
    source TEXT,
    PRIMARY KEY (job, item),
    CHECK (${inRangeSql('job', 'user', 'level', 'at')})
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE review_parts (
    job INTEGER NOT NULL REFERENCES jobs ON DELETE CASCADE,
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    created INTEGER NOT NULL,
    hash TEXT NOT NULL,
    items TEXT NOT NULL,
    imported TEXT,
    PRIMARY KEY (job, id),
    CHECK (${inRangeSql('job', 'created')})
  ) STRICT, WITHOUT ROWID;
  ${auditLogTable}
`

/** `FULL`, because an item could be sent twice if its `sending` state were lost. */
export const jobsOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'FULL',
  // guard: secure-delete-queue
  secureDelete: true,
}
