import { holdReasons } from '../../../shared/operations/queue.ts'
import { moderationActions, queueActions } from '../../../shared/rules/moderation.ts'
import type { DatabaseOptions } from '../../platform/sqlite/database.ts'
import { auditLogTable } from '../../audit-log/schema.ts'

// SQLite uses a partial index only where a query has its condition to the letter: these are the conditions of the indexes below.

/** States in which something is still to be done without a decision. */
export const openStates = `('undoable', 'ready', 'sending', 'unknown')`
/** States in which nothing has been sent. */
export const unsentStates = `('undoable', 'ready')`
/** States that a person can cancel. */
export const cancellableStates = `('scheduled', 'undoable', 'ready', 'conflict')`
/** States from which an action is started. */
export const waitingStates = `('ready', 'unknown')`
/** States in which an action has ended. */
export const finishedStates = `('done', 'refused', 'expired', 'cancelled')`
/** States of what a hold keeps waiting. */
export const heldStates = `('scheduled', 'undoable', 'ready', 'sending', 'unknown')`
/** States that time changes. */
export const timedStates = `('undoable', 'ready', 'unknown')`

const oneOf = (column: string, values: readonly string[]) =>
  `${column} IN (${values.map((value) => `'${value}'`).join(', ')})`

/**
 * The table `queue` has one row. While it has a `hold`, nothing is sent until a person says so. A run has an `action`, or a `plan` as
 * JSON whose steps its actions are, from 0. `undoes` is the onboarding run whose users it deletes. `starts`: nothing of it is sent before, in milliseconds since 1970; null while its actions
 * are still being written. `undo` is 1 for a run with deletions until its time to undo
 * has passed, and 2 if nobody could use that time, so that the run is paused; otherwise 0.
 *
 * Of an action, `target_state` is the user's state when it was queued, `expected_state` the one that they must be in, null where it
 * does not matter, `position` its place in the queue, `checks` how often the outcome was looked for, `parameters` JSON with what it is
 * to change, `snapshot` JSON with what it found when it was sent, `due` and `zone` the date that was chosen for it, and `failure` JSON
 * whose texts are messages.
 */
const tables = `
  CREATE TABLE queue (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    paused INTEGER NOT NULL,
    hold TEXT CHECK (${oneOf('hold', holdReasons)})
  ) STRICT;
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    action TEXT CHECK (${oneOf('action', moderationActions)}),
    plan TEXT,
    undoes INTEGER,
    actor TEXT NOT NULL,
    reason TEXT,
    created INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'cancelled')),
    total INTEGER NOT NULL,
    starts INTEGER,
    undo INTEGER NOT NULL DEFAULT 0,
    CHECK ((action IS NULL) <> (plan IS NULL))
  ) STRICT;
  CREATE TABLE actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run INTEGER REFERENCES runs ON DELETE CASCADE,
    step INTEGER,
    action TEXT NOT NULL CHECK (${oneOf('action', queueActions)}),
    parameters TEXT,
    target INTEGER NOT NULL,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    target_state TEXT NOT NULL,
    expected_state TEXT,
    reason TEXT,
    note INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('scheduled', 'undoable', 'ready', 'sending', 'unknown', 'conflict', 'done', 'refused',
      'expired', 'cancelled')),
    created INTEGER NOT NULL,
    due INTEGER,
    zone TEXT,
    not_before INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    position INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    checks INTEGER NOT NULL DEFAULT 0,
    before TEXT,
    snapshot TEXT,
    accepted INTEGER NOT NULL DEFAULT 0,
    after TEXT,
    username_now TEXT,
    failure TEXT,
    finished INTEGER
  ) STRICT;
  CREATE INDEX actions_by_position ON actions (position);
  CREATE INDEX actions_by_state ON actions (state);
  CREATE INDEX actions_of_target ON actions (target);
  CREATE INDEX actions_of_run ON actions (run, state, finished, before);
  CREATE INDEX actions_open ON actions (target, position) WHERE state IN ${openStates};
  CREATE INDEX actions_waiting ON actions (run, position, not_before) WHERE state IN ${waitingStates};
  CREATE INDEX actions_timed ON actions (not_before) WHERE state IN ${timedStates};
  CREATE INDEX actions_unsent ON actions (expires) WHERE state IN ${unsentStates};
  CREATE INDEX actions_scheduled ON actions (due) WHERE state = 'scheduled';
  ${auditLogTable}
`

/** `FULL`, because an action whose sending was not written down could be sent twice. */
export const queueOptions: DatabaseOptions = {
  schema: { version: 1, tables },
  synchronous: 'FULL',
  // guard: secure-delete-queue
  secureDelete: true,
}
