import { computed, shallowRef } from 'vue'
import type { DirectoryColumn } from '../../../../shared/app/directory-columns.ts'
import type { Failure } from '../../../../shared/failure.ts'
import { failureOf } from '../../../latchkey.ts'
import { useSettingsStore } from '../../../stores/settings.ts'
import { shownColumns } from './columns.ts'

/** The columns that are shown, kept for the next time. */
export function useColumns() {
  const settings = useSettingsStore()
  const failure = shallowRef<Failure>()

  async function keep(columns: readonly DirectoryColumn[]) {
    try {
      await settings.set({ directoryColumns: shownColumns(columns) })
      failure.value = undefined
    } catch (error) {
      failure.value = failureOf(error)
    }
  }

  const columns = computed<DirectoryColumn[]>({
    get: () => shownColumns(settings.settings.directoryColumns),
    set: (next) => void keep(next),
  })
  return { columns, failure }
}
