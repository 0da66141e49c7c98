import { expect, it } from 'vitest'
import { actionWarnings } from './action-warnings.ts'
import type { ActionTarget } from './action-warnings.ts'

const user = { id: 7, username: 'anna', name: 'Anna', state: 'active' }
const admin = { ...user, is_admin: true }
const known = { ownId: 1, activeAdministrators: 3 }

it.each<[string, Parameters<typeof actionWarnings>, string[]]>([
  ['an ordinary user', ['delete', user, known], []],
  ['yourself', ['block', { ...user, id: 1 }, known], ['oneself']],
  ['a bot', ['block', { ...user, bot: true }, known], ['bot']],
  ['a bot of a project', ['block', { ...user, username: 'project_7_bot' }, known], ['bot']],
  ['an administrator', ['ban', admin, known], ['administrator']],
  ['an administrator, nothing known of others', ['ban', admin, {}], ['administrator']],
  [
    'one of two administrators',
    ['delete', admin, { ...known, activeAdministrators: 2 }],
    ['oneAdministratorLeft'],
  ],
  [
    'the last administrator',
    ['delete', admin, { ...known, activeAdministrators: 1 }],
    ['lastAdministrator'],
  ],
  [
    'a blocked administrator next to the last one',
    ['delete', { ...admin, state: 'blocked' }, { ...known, activeAdministrators: 1 }],
    ['administrator'],
  ],
  [
    'a blocked administrator next to two others',
    ['delete', { ...admin, state: 'blocked' }, { ...known, activeAdministrators: 2 }],
    ['administrator'],
  ],
])('warns about %s', (_, given, warnings) => {
  expect(actionWarnings(...given)).toEqual(warnings)
})

it('doesn’t warn about actions that restore access', () => {
  const bot: ActionTarget = { ...admin, bot: true, state: 'blocked' }
  expect(actionWarnings('unblock', bot, known)).toEqual([])
})
