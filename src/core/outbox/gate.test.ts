import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Failure } from '../../shared/failure.ts'
import { openOutbox } from './database.ts'
import { Gate } from './gate.ts'
import { Sql } from './sql.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-gate-'))
const database = openOutbox(join(folder, 'outbox.db'), () => undefined)
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

it('stays shut, and says why, when what was under way comes through late', () => {
  const gate = new Gate(new Sql(database), 1)
  const failure: Failure = { kind: 'forbidden', reason: 'admin-mode', message: 'Admin Mode is on.' }
  gate.failed(failure, 1000, 0)
  gate.passed()
  expect(gate.waiting(2000)).toBe(failure)
  expect(gate.opens(2000)).toBe(Infinity)

  gate.mayPass()
  gate.passed()
  expect(gate.waiting(3000)).toBeUndefined()
  expect(gate.isAlone).toBe(false)
})
