import { existsSync, renameSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** Moves a file away with all that belongs to it, and says where to. */
export function setAside(path: string): string {
  const aside = `${path}.broken-${Date.now()}`
  // The log first: without its file it is of no use, but a new file must never meet an old log.
  for (const part of ['-wal', '-shm', '']) {
    if (existsSync(path + part)) renameSync(path + part, aside + part)
  }
  return aside
}

/** In this order, because later ones point to earlier ones. */
const tables = ['owners', 'runs', 'actions', 'journal'] as const

/** Copies every row that can be read and still makes sense. */
export function rescueInto(database: DatabaseSync, aside: string): { rows: number; lost: boolean } {
  let rows = 0
  let lost = false
  const damaged = new DatabaseSync(aside)
  try {
    for (const table of tables) {
      const taken = rescueTable(damaged, database, table)
      rows += taken.rows
      lost ||= taken.lost
    }
  } finally {
    damaged.close()
  }
  return { rows, lost }
}

function rescueTable(from: DatabaseSync, to: DatabaseSync, table: string) {
  const made = sqlOf(from, table)
  // The journal makes its table later; until then it is made as it was.
  if (made && table === 'journal') attempt(() => to.exec(made))
  const known = to.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
  const columns = known.map(({ name }) => String(name))
  const insert =
    columns.length > 0 &&
    to.prepare(
      `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
  let rows = 0
  let lost = !made
  if (!insert || !made) return { rows, lost }
  to.exec('BEGIN IMMEDIATE')
  const end = readable(from, table, (row) => {
    const values = columns.map((column) => (row[column] ?? null) as SQLInputValue)
    const taken = attempt(() => Number(insert.run(...values).changes))
    if (taken) rows += taken
    else lost = true
  })
  to.exec('COMMIT')
  return { rows, lost: lost || !end }
}

type Row = Record<string, unknown>

/** Reads from both ends towards what cannot be read, and then one by one in between; whether all was read. */
function readable(from: DatabaseSync, table: string, take: (row: Row) => void): boolean {
  let first = 0
  let last = Number.MAX_SAFE_INTEGER
  const up = attempt(() => {
    for (const row of from.prepare(`SELECT * FROM ${table} NOT INDEXED ORDER BY id`).iterate()) {
      first = Number(row['id'])
      take(row)
    }
    return true
  })
  if (up) return true
  attempt(() => {
    const down = from.prepare(`SELECT * FROM ${table} NOT INDEXED WHERE id > ? ORDER BY id DESC`)
    for (const row of down.iterate(first)) {
      last = Number(row['id'])
      take(row)
    }
  })
  const most = Math.min(last, first + mostBetween)
  const one = attempt(() => from.prepare(`SELECT * FROM ${table} NOT INDEXED WHERE id = ?`))
  for (let id = first + 1; one && id < most; id += 1) {
    const row = attempt(() => one.get(id))
    if (row) take(row)
  }
  return false
}

const mostBetween = 200_000

function sqlOf(from: DatabaseSync, table: string): string | undefined {
  const row = attempt(() =>
    from.prepare(`SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?`).get(table),
  )
  return row ? String(row['sql']) : undefined
}

/** What is damaged throws where it is read; that is no reason to stop. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
