import { z } from 'zod'
import { UserPreferences, preferences } from '../service/current-user.ts'
import { editOutcome, undoOutcome } from './edit-outcome.ts'
import { accountOperation } from './operation.ts'

const edit = z.strictObject({
  /** The preferences as they were seen before. */
  base: preferences.set.parameters,
  changes: preferences.set.parameters,
})

/** Edits of one's own preferences; `preferences.get` reads them. */
export const ownPreferences = {
  /** Sends what nobody else changed since `base`. */
  save: accountOperation({ input: edit, output: editOutcome(UserPreferences) }),
  /** Brings back the values in `changes` where those of `base` are still there. */
  undo: accountOperation({ input: edit, output: undoOutcome(UserPreferences) }),
}
