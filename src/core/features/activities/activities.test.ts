import { expect, it } from 'vitest'
import { toCsv } from '../../platform/files/csv.ts'
import { createTestLatchkey } from '../../testing/latchkey.ts'

it('exports usernames and their last activity dates in the same order', async () => {
  const rows: [string, string][] = [
    ['zoe', '2026-11-02'],
    ['ada', ''],
  ]
  const app = createTestLatchkey()
  expect(await app.value('activities.csv', { from: '2026-11-01', rows })).toEqual({
    filename: 'activities-since-2026-11-01.csv',
    text: '\uFEFFusername,last_activity_on\r\nzoe,2026-11-02\r\nada,\r\n',
  })
  await app.close()
})

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', '"\'\t\'=1"'],
  [' =1', "' =1"],
  ['＝1+1', "'＝1+1"],
  ['a;b', '"a;b"'],
  ['\r=1', '"\'\r\'=1"'],
  ['=HYPERLINK("https://evil.example","x")', '"\'=HYPERLINK(""https://evil.example"",""x"")"'],
  ['2026-01-31', '2026-01-31'],
])('escapes cell %j as %j', (text, cell) => {
  expect(toCsv([['first', text]])).toBe(`\uFEFFfirst,${cell}\r\n`)
})
