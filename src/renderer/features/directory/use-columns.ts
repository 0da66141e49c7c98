import { computed } from 'vue'
import type { DirectoryColumn } from '../../../shared/app/directory-columns.ts'
import { useSettingsChange, useSettingsStore } from '../../data/stores/settings.ts'
import { pinNameColumn } from './columns.ts'

/** The shown columns, saved in the settings. */
export function useColumns() {
  const settings = useSettingsStore()
  const { change, failure } = useSettingsChange()
  const columns = computed<DirectoryColumn[]>({
    get: () => pinNameColumn(settings.settings.directoryColumns),
    set: (next) => void change({ directoryColumns: pinNameColumn(next) }),
  })
  return { columns, failure }
}
