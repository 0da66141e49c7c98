import { computed, shallowRef } from 'vue'
import type { DirectoryView } from '../../../shared/app/directory.ts'
import { type DirectoryColumn, usualColumns } from '../../../shared/rules/directory-columns.ts'
import { useSettingsChange, useSettingsStore } from '../../data/stores/settings.ts'
import { pinNameColumn } from './columns.ts'
import type { Views } from './use-views.ts'

type OpenViews = Pick<Views, 'openSaved' | 'openBuiltIn' | 'save'>

/** The shown columns. Each view keeps its own: a saved view in itself, a built-in one in the settings. */
export function useColumns(views: OpenViews) {
  const store = useSettingsStore()
  const { change, failure } = useSettingsChange()
  /** Columns of a saved view until they are saved. */
  const unsaved = shallowRef<{ id: string; columns: DirectoryColumn[] }>()
  let isSaving = false

  function read(): readonly DirectoryColumn[] {
    const { viewColumns, directoryColumns } = store.settings
    const view = views.openSaved.value
    if (view) return unsaved.value?.id === view.id ? unsaved.value.columns : view.columns
    const { name = '', columns } = views.openBuiltIn.value ?? {}
    return viewColumns[name] ?? columns ?? directoryColumns
  }

  async function write(columns: DirectoryColumn[]) {
    const view = views.openSaved.value
    const name = views.openBuiltIn.value?.name ?? 'everyone'
    if (view) await save(view, columns)
    else if (name === 'everyone') change({ directoryColumns: columns })
    else change({ viewColumns: { ...store.settings.viewColumns, [name]: columns } })
  }

  /** Saves once more if the columns change meanwhile. */
  async function save(view: DirectoryView, columns: DirectoryColumn[]) {
    unsaved.value = { id: view.id, columns }
    if (isSaving) return
    isSaving = true
    const isSaved = await views.save({ ...view, columns })
    isSaving = false
    const latest = unsaved.value
    if (isSaved && latest.columns !== columns && latest.id === view.id) {
      return save(view, latest.columns)
    }
    unsaved.value = undefined
  }

  const columns = computed<DirectoryColumn[]>({
    get: () => pinNameColumn(read()),
    set: (next) => void write(pinNameColumn(next)),
  })
  /** The columns before any were chosen. */
  const usual = computed(() => views.openBuiltIn.value?.columns ?? usualColumns)
  return { columns, usual, failure }
}
