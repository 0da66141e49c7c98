import { describe, expect, it } from 'vitest'
import { appTable } from '../src/shared/operations/index.ts'
import { serviceTable } from '../src/shared/gitlab/index.ts'
import { findUses } from './lib/uses.ts'

// docs/service.md names the places.
describe('the 77 endpoints of the service', () => {
  const uses = findUses(serviceTable, ['core', 'renderer'])

  it('are looked for, all of them, and what nobody uses is found out', () => {
    expect(uses.size).toBe(77)
    const invented = { users: { teleport: {} }, nobody: { list: {} } }
    const found = findUses(invented, ['core', 'renderer'])
    expect([...found]).toEqual([
      ['users.teleport', []],
      ['nobody.list', []],
    ])
  })

  it.each([...uses])('%s is used by a screen or a command', (_name, places) => {
    expect(places).not.toEqual([])
  })
})

describe('what Latchkey itself offers', () => {
  it.each([...findUses(appTable, ['renderer'])])('%s is used by a screen', (_name, places) => {
    expect(places).not.toEqual([])
  })
})
