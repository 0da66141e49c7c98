import { saveEdit } from '../../record-edits/record-edit.ts'
import type { Feature } from '../feature.ts'
import { ownPreferences } from './own-preferences.ts'

/** Edits the account’s preferences. */
export function preferencesFeature(): Feature<'ownPreferences'> {
  return {
    handlers: {
      ownPreferences: {
        save: (edit, me) => saveEdit(ownPreferences(me), edit),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
