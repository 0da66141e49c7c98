import { queueActions } from '../../../shared/moderation.ts'
import {
  auditLogChain,
  auditLogDetails,
  auditLogNames,
  firstAuditLogTable,
} from '../../audit-log/schema.ts'

// SQLite uses a partial index only where a query has its condition to the letter: these are the conditions in `clearerNames`.

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
/** States that time changes. */
export const timedStates = `('undoable', 'ready', 'unknown')`

const statesAfterUndo = `'ready', 'sending', 'unknown', 'conflict', 'done', 'refused', 'expired', 'cancelled'`

const firstActions = `'block', 'unblock', 'ban', 'unban', 'activate', 'deactivate', 'approve', 'reject', 'disable_two_factor', 'delete', 'hard_delete'`

/** `failure` is JSON whose texts are messages, or sentences of an earlier version. */
const actionsTable = (name: string, undoable: string) => `
  CREATE TABLE ${name} (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    run INTEGER REFERENCES runs ON DELETE CASCADE,
    action TEXT NOT NULL CHECK (action IN (${firstActions})),
    target INTEGER NOT NULL,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    seen TEXT NOT NULL,
    expects TEXT,
    reason TEXT,
    note INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('${undoable}', ${statesAfterUndo})),
    created INTEGER NOT NULL,
    not_before INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    looks INTEGER NOT NULL DEFAULT 0,
    before TEXT,
    accepted INTEGER NOT NULL DEFAULT 0,
    after TEXT,
    username_now TEXT,
    failure TEXT,
    finished INTEGER
  ) STRICT;
`

const actionIndexes = (undoable: string) => `
  CREATE INDEX actions_by_turn ON actions (turn);
  CREATE INDEX actions_by_state ON actions (owner, state);
  CREATE INDEX actions_of_target ON actions (owner, target);
  CREATE INDEX actions_of_run ON actions (run, state, finished);
  CREATE INDEX actions_open ON actions (owner, target, turn) WHERE state IN ('${undoable}', 'ready', 'sending', 'unknown');
  CREATE INDEX actions_waiting ON actions (owner, run, turn, not_before) WHERE state IN ('ready', 'unknown');
  CREATE INDEX actions_timed ON actions (owner, not_before) WHERE state IN ('${undoable}', 'ready', 'unknown');
  CREATE INDEX actions_unsent ON actions (owner, expires) WHERE state IN ('${undoable}', 'ready');
`

const firstTables = `
  CREATE TABLE owners (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    base_url TEXT NOT NULL,
    actor_id INTEGER NOT NULL,
    demo INTEGER NOT NULL,
    held INTEGER NOT NULL DEFAULT 0,
    limited_since INTEGER,
    limited_until INTEGER,
    UNIQUE (base_url, actor_id)
  ) STRICT;
  CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    action TEXT NOT NULL CHECK (action IN (${firstActions})),
    reason TEXT,
    created INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'cancelled')),
    total INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX runs_of_owner ON runs (owner, id);
  ${actionsTable('actions', 'held')}
  ${actionIndexes('held')}
`

/** `starts`: nothing of the run is sent before, in milliseconds since 1970; null while its actions are still being written. */
const startOfRuns = `
  ALTER TABLE runs ADD COLUMN starts INTEGER;
  UPDATE runs SET starts = created;
`

/**
 * `paused` for `held`, and the state `undoable` for `held`: SQLite changes a constraint only in a new table. Numbers that were
 * given once are not given again.
 */
const clearerNames = `
  ALTER TABLE owners RENAME COLUMN held TO paused;
  ${actionsTable('new_actions', 'undoable')}
  INSERT INTO new_actions SELECT id, owner, run, action, target, username, name, seen, expects, reason, note,
    iif(state = 'held', 'undoable', state), created, not_before, expires, turn, attempts, looks, before, accepted, after,
    username_now, failure, finished FROM actions;
  DELETE FROM sqlite_sequence WHERE name = 'new_actions';
  INSERT INTO sqlite_sequence (name, seq) SELECT 'new_actions', seq FROM sqlite_sequence WHERE name = 'actions';
  DROP TABLE actions;
  ALTER TABLE new_actions RENAME TO actions;
  ${actionIndexes('undoable')}
`

/**
 * `position` is the place in the queue, `target_state` the user's state when the action was queued, `expected_state` the one that
 * they must be in, null where it does not matter, and `checks` how often the outcome was looked for.
 */
const plainNames = `
  ALTER TABLE actions RENAME COLUMN turn TO position;
  ALTER TABLE actions RENAME COLUMN seen TO target_state;
  ALTER TABLE actions RENAME COLUMN expects TO expected_state;
  ALTER TABLE actions RENAME COLUMN looks TO checks;
  DROP INDEX actions_by_turn;
  CREATE INDEX actions_by_position ON actions (position);
`

/** Without line breaks: the definitions of all tables must fit on the first page, which a recovery can replace. */
const compact = (sql: string) => sql.replaceAll(/\s+/g, ' ')

/**
 * Runs with a `plan` as JSON instead of an action, and actions that are its `step`, from 0. `parameters` is JSON with what an action
 * is to change, `snapshot` JSON with what it found when it was sent. `due` and `zone` are the date that was chosen for it.
 * SQLite deletes the actions of a table of runs that is dropped, so they are kept meanwhile. Which actions there are is checked by
 * `isKnownAction`, because a list of them has no room on the first page.
 */
const plans = compact(`
  CREATE TABLE kept_actions AS SELECT * FROM actions;
  CREATE TABLE kept_sequence AS SELECT name, seq FROM sqlite_sequence WHERE name IN ('actions', 'runs');
  DROP TABLE actions;
  CREATE TABLE new_runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    action TEXT,
    plan TEXT,
    reason TEXT,
    created INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'paused', 'cancelled')),
    total INTEGER NOT NULL,
    starts INTEGER,
    CHECK ((action IS NULL) <> (plan IS NULL))
  ) STRICT;
  INSERT INTO new_runs (id, owner, action, reason, created, state, total, starts)
    SELECT id, owner, action, reason, created, state, total, starts FROM runs;
  DROP TABLE runs;
  ALTER TABLE new_runs RENAME TO runs;
  CREATE INDEX runs_of_owner ON runs (owner, id);
  CREATE TABLE actions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner INTEGER NOT NULL REFERENCES owners ON DELETE CASCADE,
    run INTEGER REFERENCES runs ON DELETE CASCADE,
    step INTEGER,
    action TEXT NOT NULL,
    parameters TEXT,
    target INTEGER NOT NULL,
    username TEXT NOT NULL,
    name TEXT NOT NULL,
    target_state TEXT NOT NULL,
    expected_state TEXT,
    reason TEXT,
    note INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('scheduled', 'undoable', ${statesAfterUndo})),
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
  INSERT INTO actions (id, owner, run, action, target, username, name, target_state, expected_state, reason, note, state, created,
      not_before, expires, position, attempts, checks, before, accepted, after, username_now, failure, finished)
    SELECT id, owner, run, action, target, username, name, target_state, expected_state, reason, note, state, created,
      not_before, expires, position, attempts, checks, before, accepted, after, username_now, failure, finished FROM kept_actions;
  DELETE FROM sqlite_sequence WHERE name IN ('actions', 'runs', 'new_runs');
  INSERT INTO sqlite_sequence (name, seq) SELECT name, seq FROM kept_sequence;
  DROP TABLE kept_actions;
  DROP TABLE kept_sequence;
  ${actionIndexes('undoable').replaceAll('turn', 'position')}
  CREATE INDEX actions_scheduled ON actions (owner, due) WHERE state = 'scheduled';
`)

/** Whether a row has an action of this version, or none, as the run of a plan. */
export function isKnownAction({ action }: Record<string, unknown>): boolean {
  return action === null || (queueActions as readonly unknown[]).includes(action)
}

/** The current name of a state that an earlier version wrote. */
export function currentState(state: string): string {
  return state === 'held' ? 'undoable' : state
}

const renamedColumns: Partial<Record<string, string>> = {
  held: 'paused',
  turn: 'position',
  seen: 'target_state',
  expects: 'expected_state',
  looks: 'checks',
  words: 'search_text',
}

/** The current name of a column that an earlier version wrote. */
export function currentColumn(column: string): string {
  return renamedColumns[column] ?? column
}

/** The steps from each version of the tables to the next. Released steps are never changed, and have no values from elsewhere. */
const steps = [
  firstTables,
  startOfRuns,
  firstAuditLogTable + auditLogDetails,
  clearerNames,
  plainNames + auditLogNames,
  plans,
  auditLogChain,
]

/** Written into `PRAGMA user_version`; a file that says more was made by a newer Latchkey. */
export const schemaVersion = steps.length

/** The SQL from one version of the tables to another; version 0 is an empty file. */
export function schemaChange(from: number, to = schemaVersion): string {
  return steps.slice(from, to).join('')
}
