import { useMutation } from '@tanstack/vue-query'
import { computed } from 'vue'
import type { DirectoryView } from '../../../shared/operations/directory.ts'
import { type DirectoryColumn, defaultColumns } from '../../../shared/rules/directory-columns.ts'
import { queryClient } from '../../bridge/query-client.ts'
import { useSettingsChange, useSettingsStore } from '../../stores/settings.ts'
import { pinNameColumn } from './columns.ts'
import type { Views } from './use-views.ts'

type OpenViews = Pick<Views, 'openSaved' | 'openBuiltIn' | 'save'>

/** The visible columns of each view. They are stored in saved views; for built-in views they are in the settings. */
export function useColumns(views: OpenViews) {
  const store = useSettingsStore()
  const { change, failure } = useSettingsChange()
  /** Saves the columns of one view at a time. */
  const saving = useMutation(
    {
      scope: { id: 'columns' },
      mutationFn: ({ view, columns }: { view: DirectoryView; columns: DirectoryColumn[] }) =>
        views.save({ ...view, columns }),
      shallow: true,
    },
    queryClient,
  )
  const unsaved = computed(() => (saving.isPending.value ? saving.variables.value : undefined))

  function read(): readonly DirectoryColumn[] {
    const { viewColumns, directoryColumns } = store.settings
    const view = views.openSaved.value
    if (view) return unsaved.value?.view.id === view.id ? unsaved.value.columns : view.columns
    const { name = '', columns } = views.openBuiltIn.value ?? {}
    return viewColumns[name] ?? columns ?? directoryColumns
  }

  function write(columns: DirectoryColumn[]) {
    const view = views.openSaved.value
    const name = views.openBuiltIn.value?.name ?? 'everyone'
    if (view) saving.mutate({ view, columns })
    else if (name === 'everyone') change({ directoryColumns: columns })
    else change({ viewColumns: { ...store.settings.viewColumns, [name]: columns } })
  }

  const columns = computed<DirectoryColumn[]>({
    get: () => pinNameColumn(read()),
    set: (next) => write(pinNameColumn(next)),
  })
  /** The open view’s default columns. */
  const viewDefaults = computed(() => views.openBuiltIn.value?.columns ?? defaultColumns)
  return { columns, viewDefaults, failure }
}
