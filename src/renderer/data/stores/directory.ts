import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { DirectoryFilter, DirectoryState } from '../../../shared/app/directory.ts'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { useHost, useLatchkey } from '../latchkey.ts'

/** A list of people: whom it holds, and in which order. */
export interface PeopleList {
  filter: DirectoryFilter
  order_by: DirectoryColumn
  sort: 'asc' | 'desc'
}

/** The directory as it is shown where nothing else was asked for. */
export const everyone: PeopleList = { filter: {}, order_by: 'id', sort: 'desc' }

/** The list of people that each account was shown last, and how far its copy of the directory is. */
export const useDirectoryStore = defineStore('directory', () => {
  const latchkey = useLatchkey()
  const lists = shallowRef<ReadonlyMap<string, PeopleList>>(new Map())
  const states = shallowRef<ReadonlyMap<string, DirectoryState>>(new Map())
  /** Rows on which the cursor was, by account. */
  const rows = new Map<string, { list: PeopleList; row: number }>()

  useHost().on('directory', ({ account, state }) => putState(account, state))

  /** The list that an account was shown last; everyone before that. */
  function listOf(account: string): PeopleList {
    return lists.value.get(account) ?? everyone
  }

  function putList(account: string, list: PeopleList) {
    lists.value = new Map([...lists.value, [account, list]])
  }

  /** How far the copy is; undefined until anything told it. */
  function stateOf(account: string): DirectoryState | undefined {
    return states.value.get(account)
  }

  /** Takes over what an operation answered, as the event about it may come later. */
  function putState(account: string, state: DirectoryState) {
    states.value = new Map([...states.value, [account, state]])
  }

  /** Asks how far the copy is. */
  async function loadState(account: string): Promise<DirectoryState> {
    const state = await latchkey(account).directory.state()
    putState(account, state)
    return state
  }

  /** Keeps on which row of a list one was, for coming back to it. */
  function putRow(account: string, list: PeopleList, row: number) {
    rows.set(account, { list, row })
  }

  /** The row on which one was in this very list; the first one else. */
  function rowOf(account: string, list: PeopleList): number {
    const kept = rows.get(account)
    return kept && JSON.stringify(kept.list) === JSON.stringify(list) ? kept.row : 0
  }

  return { listOf, putList, stateOf, putState, loadState, putRow, rowOf }
})
