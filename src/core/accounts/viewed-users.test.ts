import { beforeEach, expect, it } from 'vitest'
import type { JsonFile } from '../platform/files/json-file.ts'
import { ViewedUsers, type ViewedUsersFile } from './viewed-users.ts'

const viewed = { before: '2025-03-03', first: '2026-11-20', last: '2026-11-22' }
const other = { ...viewed, before: null }

let content: ViewedUsersFile
let writes: string[]
let users: ViewedUsers
beforeEach(() => {
  content = {}
  writes = []
  const put = (kind: string) => (next: ViewedUsersFile) => {
    content = next
    writes.push(kind)
  }
  const file = {
    read: () => content,
    write: put('write'),
    saveOrReport: put('saveOrReport'),
    remove: () => put('remove')({}),
  } as unknown as JsonFile<ViewedUsersFile>
  const instances: Record<string, string> = { ada: 'a', ines: 'a', kim: 'b' }
  users = new ViewedUsers(file, (account) => instances[account])
})

it('keeps the activity before a view for all accounts of an instance', () => {
  users.save('ada', 7, viewed)
  users.save('kim', 7, other)
  users.saveOrReport('ines', 8, other)
  expect(users.get('ines')).toEqual({ 7: viewed, 8: other })
  expect(users.get('kim')).toEqual({ 7: other })
  expect(users.get('gone')).toEqual({})
  expect(writes).toEqual(['write', 'write', 'saveOrReport'])
  users.save('ada', 7, undefined)
  expect(users.get('ada')).toEqual({ 8: other })
})

it('writes nothing if nothing changes', () => {
  users.save('ada', 7, undefined)
  users.save('ada', 7, viewed)
  users.save('ines', 7, viewed)
  users.saveOrReport('ines', 7, viewed)
  users.forgetInstance('b')
  expect(writes).toEqual(['write'])
  users.save('gone', 7, viewed)
  expect(content).toEqual({ a: { 7: viewed } })
})

it('shows the user’s own last activity', () => {
  const kim = { id: 7, username: 'kim', name: 'Kim', state: 'active' }
  users.save('ada', 7, viewed)
  const lastActivity = (account: string, day: string) =>
    users.withActivityBeforeView(account, { ...kim, last_activity_on: day }).last_activity_on
  expect(lastActivity('ines', '2026-11-21')).toBe('2025-03-03')
  expect(lastActivity('ines', '2026-11-23')).toBe('2026-11-23')
  expect(lastActivity('kim', '2026-11-21')).toBe('2026-11-21')
})

it('forgets an instance, or everything', () => {
  users.save('ada', 7, viewed)
  users.save('kim', 7, other)
  users.forgetInstance('a')
  expect([users.get('ada'), users.get('kim')]).toEqual([{}, { 7: other }])
  users.clear()
  expect(users.get('kim')).toEqual({})
})
