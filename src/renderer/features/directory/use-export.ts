import type { Ref } from 'vue'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { useAsyncAction } from '../../data/use-async-action.ts'
import { useToast } from '../../ui/use-toast.ts'
import { downloadText } from '../../ui/download.ts'
import { useLatchkey } from '../../data/latchkey.ts'
import type { PeopleList } from '../../data/stores/directory.ts'
import type { UserSelection } from '../../data/stores/selection.ts'
import { t } from '../../ui/messages.ts'

/** Saves the list or the selection as a file with the shown columns. */
export function useExport(
  account: string,
  list: Ref<PeopleList>,
  columns: Ref<DirectoryColumn[]>,
  chosen: UserSelection,
) {
  const latchkey = useLatchkey()
  const { say } = useToast()
  const { run, failure } = useAsyncAction()
  let again: () => unknown = () => undefined

  function save(what: 'list' | 'selection', format: 'csv' | 'json') {
    again = () => save(what, format)
    return run(async () => {
      const { filename, text } = await latchkey(account).directory.export({
        ...list.value,
        ...(what === 'selection' ? { selection: chosen.toSelection() } : {}),
        columns: columns.value,
        format,
      })
      downloadText(filename, format === 'csv' ? 'text/csv' : 'application/json', text)
      say(t('common.savedAs', { filename }))
    })
  }

  return { save, again: () => again(), failure }
}
