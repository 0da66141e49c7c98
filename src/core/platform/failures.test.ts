import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { textOf } from './messages.ts'
import { createFailure, failures } from './failures.ts'

it('every row of the table is created somewhere', () => {
  const source = join(import.meta.dirname, '../..')
  const code = ['core', 'main', 'serve'].flatMap((folder) =>
    readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.endsWith('platform/failures.ts'))
      .map((path) => readFileSync(join(source, folder, path), 'utf8')),
  )
  const text = code.join('\n')
  expect(Object.keys(failures).filter((id) => !text.includes(`'${id}'`))).toEqual([])
})

it('a failure has the texts of its row, with the same values, and its details', () => {
  const { message, hint, fields, ...rest } = createFailure(
    'directory.contradictoryDays',
    { day: '2026-11-28' },
    { status: 400 },
  )
  expect(rest).toEqual({ kind: 'invalid', status: 400 })
  expect(textOf(message)).toMatch(/\w/)
  expect(textOf(hint!)).toMatch(/\w/)
  expect(fields!['created_before']!.map(textOf)).toEqual([expect.stringContaining('2026-11-28')])
})

it('details replace the hint of the row', () => {
  expect(createFailure('rotation.notStarted', {}, { hint: 'Unlock it.' }).hint).toBe('Unlock it.')
  expect(createFailure('keyFiles.problem', {}, { hint: undefined }).hint).toBeUndefined()
})
