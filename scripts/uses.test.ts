import { describe, expect, it } from 'vitest'
import { allowedOperations } from '../src/core/command-line/answer-command.ts'
import { appTable } from '../src/shared/operations/index.ts'
import { serviceTable } from '../src/shared/gitlab/index.ts'
import { findUses } from './lib/uses.ts'

// docs/service.md lists these uses.
describe('findUses of the 107 GitLab endpoints', () => {
  const uses = findUses(serviceTable, ['core', 'renderer'])

  it('finds every endpoint, and no uses of unknown ones', () => {
    expect(uses.size).toBe(107)
    const invented = { users: { teleport: {} }, nobody: { list: {} } }
    const found = findUses(invented, ['core', 'renderer'])
    expect([...found]).toEqual([
      ['users.teleport', []],
      ['nobody.list', []],
    ])
  })

  // An endpoint that gets a use must leave this list.
  it('finds all except three in a screen or a command', () => {
    const unused = [...uses].filter(([, places]) => places.length === 0)
    expect(unused.map(([name]) => name)).toEqual([
      'userApplications.get',
      'userApplications.modify',
      'userApplications.remove',
    ])
  })
})

describe('findUses of the app’s operations', () => {
  const inCommands: readonly string[] = allowedOperations

  it.each([...findUses(appTable, ['renderer'])])(
    'finds %s in a screen or command',
    (name, places) => {
      expect(places.length > 0 || inCommands.includes(name)).toBe(true)
    },
  )
})
