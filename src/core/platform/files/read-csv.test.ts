import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { onboardingRowLimit } from '../../../shared/rules/limits.ts'
import { toCsv, withoutFormulaGuard } from './csv.ts'
import { FailureError } from '../failure.ts'
import { busyTime } from '../../testing/busy-time.ts'
import { readCsv } from './read-csv.ts'

const cellsOf = async (text: string) => (await readCsv(text)).map(({ cells }) => cells)
const problemOf = async (text: string) => {
  try {
    return `${(await readCsv(text)).length} rows`
  } catch (error) {
    return (error as FailureError).message
  }
}

describe('readCsv', () => {
  const cell = fc
    .string({ unit: fc.constantFrom(...'ab"\n\r,;\t \'=+-@%王'), maxLength: 8 })
    .map((text) => text.trim())
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
    )
    .map((rows) => rows.filter((row) => row.some((text) => text !== '')))
    .filter((rows) => rows.length > 0)

  it('reads what Latchkey exports', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await cellsOf(toCsv(rows))).toEqual(rows)
      }),
      { numRuns: 300 },
    )
  })

  it('reads any delimiter and line break, quoted or not, and numbers rows by their line', async () => {
    const layout = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t'),
      lineBreak: fc.constantFrom('\n', '\r\n', '\r'),
      start: fc.constantFrom('', '\uFEFF'),
      isAllQuoted: fc.boolean(),
      isNamed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(table, layout, async (rows, { delimiter, lineBreak, ...options }) => {
        const format = (text: string) =>
          options.isAllQuoted || /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
        const lines = rows.map((row) => row.map(format).join(delimiter))
        const name = options.isNamed ? `sep=${delimiter}${lineBreak}` : ''
        const read = await readCsv(options.start + name + lines.join(lineBreak))
        expect(read.map(({ cells }) => cells)).toEqual(
          rows.map((row) => row.map(withoutFormulaGuard)),
        )
        const count = (text: string) => text.split(/\r\n|\r|\n/).length
        const starts = lines.map((_, index) =>
          count(name + [...lines.slice(0, index), ''].join(lineBreak)),
        )
        expect(read.map(({ line }) => line)).toEqual(starts)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    [
      'blanks around quotes',
      '"a" , "b, c","d"  \n  "e",f, "g ""h""" ',
      [
        ['a', 'b, c', 'd'],
        ['e', 'f', 'g "h"'],
      ],
    ],
    ['blanks as delimiters', 'sep= \na "b c"  d', [['a', 'b c', '', 'd']]],
    [
      'semicolons below a title with commas',
      'Staff, Berlin, Paris, 2026\na;b\nc;d',
      [['Staff, Berlin, Paris, 2026'], ['a', 'b'], ['c', 'd']],
    ],
    ['tabs below a title', 'Staff\na\tb\nc\td', [['Staff'], ['a', 'b'], ['c', 'd']]],
    [
      'commas in quotes below each other',
      'a;b\n "c, d, e" ;f\n"g, h, i";j',
      [
        ['a', 'b'],
        ['c, d, e', 'f'],
        ['g, h, i', 'j'],
      ],
    ],
    ['a quote inside a cell', '5" disk,b', [['5" disk', 'b']]],
    ['an Excel line that names the delimiter', 'sep=;\r\na,b;c', [['a,b', 'c']]],
    ['such a line in quotes', '"sep=|"\na|b,c', [['a', 'b,c']]],
    ['empty rows', '\n\n , \na,b\n\n', [['a', 'b']]],
    ['one column', 'kim\nmaya', [['kim'], ['maya']]],
  ])('parses text with %s', async (_, text, rows) => {
    expect(await cellsOf(text)).toEqual(rows)
  })

  it.each([
    ['a,"b\nc', 'A quote in line 1 isn’t closed.'],
    ['a,b\n"c"d,e', 'There is text after a closing quote in line 2.'],
    [' \n ', 'There are no rows.'],
    ['a\0,b', 'This isn’t a text file.'],
    ['a\n'.repeat(onboardingRowLimit + 2), 'There are more than 5,000 rows.'],
    ['a\n'.repeat(onboardingRowLimit + 1), '5001 rows'],
  ])('rejects the entire text if it isn’t CSV', async (text, problem) => {
    expect(await problemOf(text)).toBe(problem)
  })

  it('runs in linear time', async () => {
    const time = await busyTime(async () => {
      expect(await problemOf(`a,"${'""'.repeat(2_000_000)}`)).toMatch(/quote/)
      expect(await problemOf(`b,"${'""'.repeat(2_000_000)}"`)).toMatch(/10,000 characters/)
    })
    expect(time).toBeLessThan(5_000)
  })
})
