import { describe, expect, it } from 'vitest'
import { onboardingRowLimit } from '../../../../shared/rules/limits.ts'
import { toCsv } from '../../../platform/files/csv.ts'
import { FailureError } from '../../../platform/failure.ts'
import { busyTime } from '../../../testing/busy-time.ts'
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
  it.each([
    [
      'commas',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'semicolons',
      'a;b,c\nd;e',
      [
        ['a', 'b,c'],
        ['d', 'e'],
      ],
    ],
    [
      'tabs',
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    [
      'all kinds of line breaks',
      'a,b\r\nc,d\re,f\n',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ],
    ],
    [
      'quotes',
      '"a, ""b""","c\nd"\n e ,',
      [
        ['a, "b"', 'c\nd'],
        ['e', ''],
      ],
    ],
    ['quotes with other delimiters', '"a;b;c",d', [['a;b;c', 'd']]],
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

  it('numbers rows by their line in the text', async () => {
    const lines = async (text: string) => (await readCsv(text)).map(({ line }) => line)
    const text = 'a,b\n\n"c\nd",e\r\nf,g'
    expect(await lines(text)).toEqual([1, 3, 5])
    expect(await lines(`sep=,\n${text}`)).toEqual([2, 4, 6])
  })

  it('parses files exported by Latchkey', async () => {
    const rows = [
      ['=Kim', '-', 'a "b", c'],
      ['+1', '@kim', 'two\nlines'],
    ]
    expect(await cellsOf(toCsv(rows))).toEqual(rows)
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
