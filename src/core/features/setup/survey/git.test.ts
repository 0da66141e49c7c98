import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { committedEmail } from './git.ts'

it.each([' maya@a.test ', 'maya@a.test.', '<maya@a.test>', '"maya@a.test",', 'ma<ya@a.test'])(
  'cleans the email %j like git',
  (email) => {
    const variables = { PATH: process.env.PATH, GIT_AUTHOR_NAME: 'Maya', GIT_AUTHOR_EMAIL: email }
    const ident = execFileSync('git', ['var', 'GIT_AUTHOR_IDENT'], { env: variables }).toString()
    expect(committedEmail(email)).toBe(/<(.*)>/.exec(ident)?.[1])
  },
)
