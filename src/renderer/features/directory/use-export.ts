import type { Ref } from 'vue'
import type { DirectoryColumn } from '../../../shared/rules/directory-columns.ts'
import { useAsyncAction } from '../../bridge/use-async-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { downloadText } from '../../ui/download.ts'
import { useLatchkey } from '../../bridge/latchkey.ts'
import type { UserListQuery } from '../../stores/directory.ts'
import type { UserSelection } from '../../stores/selection.ts'
import { withFilteredColumns } from './columns.ts'

/** Exports the list or the selection, with the visible columns and those used in filters. */
export function useExport(
  account: string,
  list: Ref<UserListQuery>,
  columns: Ref<DirectoryColumn[]>,
  selection: UserSelection,
) {
  const latchkey = useLatchkey()
  const { showToast } = useToast()
  const { run, failure } = useAsyncAction()
  let retry: () => unknown = () => undefined

  function save(rows: 'list' | 'selection', format: 'csv' | 'json') {
    retry = () => save(rows, format)
    return run(async () => {
      const file = await latchkey(account).directory.export({
        ...list.value,
        ...(rows === 'selection' ? { selection: selection.toSelection() } : {}),
        columns: withFilteredColumns(columns.value, list.value.filter),
        format,
      })
      showToast(downloadText(file))
    }, `${rows} ${format}`)
  }

  return { save, retry: () => retry(), failure }
}
