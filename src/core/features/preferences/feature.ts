import type { Feature } from '../feature.ts'
import { savePreferences, undoPreferences } from './own-preferences.ts'

/** The account’s preferences on the service. */
export function preferencesFeature(): Feature<'ownPreferences'> {
  return {
    handlers: {
      ownPreferences: {
        save: (edit, me) => savePreferences(me, edit),
        undo: (edit, me) => undoPreferences(me, edit),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}
