import { computed } from 'vue'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { useSettingsChange, useSettingsStore } from '../../data/stores/settings.ts'
import { shownColumns } from './columns.ts'

/** The shown columns, saved in the settings. */
export function useColumns() {
  const settings = useSettingsStore()
  const { change, failure } = useSettingsChange()
  const columns = computed<DirectoryColumn[]>({
    get: () => shownColumns(settings.settings.directoryColumns),
    set: (next) => void change({ directoryColumns: shownColumns(next) }),
  })
  return { columns, failure }
}
