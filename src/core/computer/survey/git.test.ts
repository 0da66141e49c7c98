import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { committedEmail, isTrue } from './git.ts'

it.each([' maya@a.test ', 'maya@a.test.', '<maya@a.test>', '"maya@a.test",', 'ma<ya@a.test'])(
  'cleans the email %j like git',
  (email) => {
    const variables = { PATH: process.env.PATH, GIT_AUTHOR_NAME: 'Maya', GIT_AUTHOR_EMAIL: email }
    const ident = execFileSync('git', ['var', 'GIT_AUTHOR_IDENT'], { env: variables }).toString()
    expect(committedEmail(email)).toBe(/<(.*)>/.exec(ident)?.[1])
  },
)

it.each(['0x1', '0X0aK', '0x0', '010', '00', ' 1', '\t-1', '\r+2m', '-0', 'On', 'off', 'TRUE', ''])(
  'reads %j as true or false like git',
  (value) => {
    const command = ['-c', `x.y=${value}`, 'config', '--bool', 'x.y']
    const result = execFileSync('git', command, { env: { PATH: process.env.PATH } }).toString()
    expect(isTrue(value)).toBe(result.trim() === 'true')
  },
)
