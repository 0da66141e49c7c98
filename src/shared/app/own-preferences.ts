import { z } from 'zod'
import { UserPreferences, preferences } from '../service/current-user.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { accountOperation } from './operation.ts'

const edit = z.strictObject({
  /** The preferences before the edit. */
  base: preferences.set.parameters,
  changes: preferences.set.parameters,
})

/** Edits of the account’s preferences; `preferences.get` reads them. */
export const ownPreferences = {
  /** Saves the changes to preferences that nobody else changed since `base`. */
  save: accountOperation({ input: edit, output: editOutcome(UserPreferences) }),
  /** Restores the values in `changes` where the current ones are still those of `base`. */
  undo: accountOperation({ input: edit, output: undoOutcome(UserPreferences) }),
}
