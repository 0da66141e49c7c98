import type { Ref } from 'vue'
import type { DirectoryColumn } from '../../../../shared/app/directory-columns.ts'
import { useAction } from '../../../composables/use-action.ts'
import { useResults } from '../../../composables/use-results.ts'
import { downloadText } from '../../../download.ts'
import { useLatchkey } from '../../../latchkey.ts'
import type { PeopleList } from '../../../stores/directory.ts'
import type { ChosenPeople } from '../../../stores/selection.ts'

/** Saves the list, or those who are chosen, as a file with the columns that are shown. */
export function useExport(
  account: string,
  list: Ref<PeopleList>,
  columns: Ref<DirectoryColumn[]>,
  chosen: ChosenPeople,
) {
  const latchkey = useLatchkey()
  const { say } = useResults()
  const { run, failure } = useAction()
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
      say(`Saved as ${filename}.`)
    })
  }

  return { save, again: () => again(), failure }
}
