import { RuleTester } from 'eslint'
import { describe, it } from 'vitest'
import { clock } from './clock.js'

RuleTester.describe = describe
RuleTester.it = it

const errors = [{ messageId: 'read' }]

new RuleTester().run('the clock of the computer', clock, {
  valid: [
    'const time = currentTime()',
    'const date = new Date(currentTime())',
    'const date = new Date(2026, 0)',
    'const time = Date.UTC(2026, 0) - Date.parse(text)',
    'const time = clock.now()',
  ],
  invalid: [
    { code: 'const time = Date.now()', errors },
    { code: 'const options = { now: Date.now }', errors },
    { code: 'const date = new Date()', errors },
    { code: 'const date = new Date', errors },
    { code: 'const text = Date()', errors },
    { code: 'const text = Date(0)', errors },
  ],
})
