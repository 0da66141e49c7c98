import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { DirectoryFilter, DirectoryState } from '../../shared/operations/directory.ts'
import type { DirectoryColumn } from '../../shared/rules/directory-columns.ts'
import { useHost, useLatchkey } from '../bridge/latchkey.ts'

/** A user list’s filter and sort order. */
export interface UserListQuery {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

/** The directory’s default list. */
export const everyone: UserListQuery = { filter: {}, order_by: 'id', sort: 'desc' }

/** Each account’s last user list and its directory’s sync state. */
export const useDirectoryStore = defineStore('directory', () => {
  const latchkey = useLatchkey()
  const lists = shallowReactive(new Map<string, UserListQuery>())
  const states = shallowReactive(new Map<string, DirectoryState>())
  /** Each account’s current row. */
  const rows = new Map<string, { list: UserListQuery; row: number }>()

  useHost().on('directory', ({ account, state }) => putState(account, state))

  /** An account’s last list; all users by default. */
  function listOf(account: string): UserListQuery {
    return lists.get(account) ?? everyone
  }

  function putList(account: string, list: UserListQuery) {
    lists.set(account, list)
  }

  /** An account’s sync state; undefined until it’s known. */
  function stateOf(account: string): DirectoryState | undefined {
    return states.get(account)
  }

  /** Applies an operation’s result, because its event may arrive later. */
  function putState(account: string, state: DirectoryState) {
    states.set(account, state)
  }

  /** Loads the sync state. */
  async function loadState(account: string): Promise<DirectoryState> {
    const state = await latchkey(account).directory.state()
    putState(account, state)
    return state
  }

  /** Saves a list’s current row. */
  function putRow(account: string, list: UserListQuery, row: number) {
    rows.set(account, { list, row })
  }

  /** The row saved for exactly this list, or else the first one. */
  function rowOf(account: string, list: UserListQuery): number {
    const saved = rows.get(account)
    return saved && JSON.stringify(saved.list) === JSON.stringify(list) ? saved.row : 0
  }

  return { listOf, putList, stateOf, putState, loadState, putRow, rowOf }
})
