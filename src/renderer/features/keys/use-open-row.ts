import { type Ref, computed, nextTick, ref } from 'vue'
import type { ListedRow } from './use-key-list.ts'

/** What to do once a row’s details are open. */
export type OpenAim = 'renew' | 'add'

/** The row whose details are open. Handles the focus when that row disappears. */
export function useOpenRow(rows: Readonly<Ref<readonly ListedRow[]>>) {
  const openId = ref<string>()
  const aim = ref<OpenAim>()
  const openRow = computed(() => rows.value.find(({ id }) => id === openId.value))

  function open({ id }: Pick<ListedRow, 'id'>, to?: OpenAim) {
    openId.value = id
    aim.value = to
  }

  function close() {
    openId.value = undefined
    aim.value = undefined
  }

  /**
   * Runs an action that may remove a row, then closes its details and moves the focus to the key’s new row, or to the
   * row in its place.
   */
  async function leaveRow(row: ListedRow, action: () => Promise<unknown>) {
    const index = rows.value.findIndex(({ id }) => id === row.id)
    await action()
    if (rows.value.some(({ id }) => id === row.id)) return
    const { fingerprint } = row.accountKey ?? row.localKey
    const successor = rows.value.find((candidate) => {
      const key = candidate.accountKey ?? candidate.localKey
      return fingerprint !== undefined && key.fingerprint === fingerprint
    })
    if (openId.value === row.id) close()
    await focusRow(successor ?? rows.value[index] ?? rows.value.at(-1))
  }

  async function focusRow(row: Pick<ListedRow, 'id'> | undefined) {
    await nextTick()
    if (!row || isFocusElsewhere()) return
    const item = document.querySelector(`[data-item="${CSS.escape(row.id)}"]`)
    item?.querySelector('button')?.focus()
  }

  return { openRow, aim, open, close, leaveRow }
}

/** Whether the user has since moved to another control. */
function isFocusElsewhere(): boolean {
  const { activeElement } = document
  return activeElement !== null && activeElement !== document.body
}
