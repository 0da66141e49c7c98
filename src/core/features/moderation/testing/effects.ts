import type { DatabaseSync } from 'node:sqlite'

/** A change at the service: the user's new state, or `gone` for an accepted deletion. */
export interface Effect {
  target: number
  became: string
}

/** All changes at a service, recorded in its database. */
export interface Effects {
  /** All changes, or those to one user, in order; excludes those made in `byOthers`. */
  list(target?: number): Effect[]
  /** How many changes there are, including those made in `byOthers`. */
  count(): number
  /** Runs work whose changes are excluded from `list`. */
  byOthers<T>(work: () => T): T
}

/** Starts recording changes in a sandbox's database. */
export function countEffects(db: DatabaseSync): Effects {
  db.exec(`
    CREATE TABLE effects (id INTEGER PRIMARY KEY, target INTEGER NOT NULL, became TEXT NOT NULL, own INTEGER DEFAULT 1);
    CREATE INDEX effects_of_target ON effects (target);
    CREATE TRIGGER count_states AFTER UPDATE OF state ON users WHEN OLD.state <> NEW.state
    BEGIN INSERT INTO effects (target, became) VALUES (NEW.id, NEW.state); END;
    CREATE TRIGGER count_factors AFTER UPDATE OF two_factor_enabled ON users
    WHEN OLD.two_factor_enabled <> NEW.two_factor_enabled
    BEGIN INSERT INTO effects (target, became) VALUES (NEW.id, 'without two-factor'); END;
    CREATE TRIGGER count_deletions AFTER INSERT ON deletions
    BEGIN INSERT INTO effects (target, became) VALUES (NEW.user_id, 'gone'); END;
  `)
  const lastId = () =>
    Number(db.prepare('SELECT coalesce(max(id), 0) AS id FROM effects').get()!['id'])
  return {
    list(target) {
      const where = target === undefined ? '' : 'AND target = ?'
      return db
        .prepare(`SELECT target, became FROM effects WHERE own = 1 ${where} ORDER BY id`)
        .all(...(target === undefined ? [] : [target]))
        .map((row) => ({ target: Number(row['target']), became: String(row['became']) }))
    },
    count: lastId,
    byOthers(work) {
      const before = lastId()
      const value = work()
      db.prepare('UPDATE effects SET own = 0 WHERE id > ?').run(before)
      return value
    },
  }
}
