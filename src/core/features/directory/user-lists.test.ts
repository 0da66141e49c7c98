import { afterEach, expect, it, vi } from 'vitest'
import type { AdminListUser } from '../../../shared/gitlab/user-fields.ts'
import { directoryFile } from './directory-kind.ts'
import { UserLists } from './user-lists.ts'

const file = directoryFile({ path: undefined, log: expect.fail })
afterEach(() => {
  vi.restoreAllMocks()
  file.close()
})

it('lists the first users immediately and rarely rebuilds a long list during a sync', () => {
  const copy = file.copy()
  const lists = new UserLists(copy, () => 0)
  const allUsers = { number: 0, after: undefined, before: undefined, cursor: undefined }
  const store = (id: number) => {
    const user = { id, username: `user-${id}`, name: 'Somebody', state: 'active' }
    copy.storePage({ ...allUsers, done: false }, [user] as AdminListUser[], new Set())
  }
  // Each rebuild takes 10 ms.
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  const ids = () => [...lists.ids({ filter: {}, order_by: 'id', sort: 'asc' })]
  copy.begin(0)
  expect(ids()).toEqual([])
  store(1)
  expect(ids()).toEqual([1])
  store(2)
  expect(ids()).toEqual([1])
  now += 1_000
  expect(ids()).toEqual([1, 2])
})
