import { z } from 'zod'
import { UserPreferences, preferences } from '../gitlab/current-user.ts'
import { editOutcome } from './edit-outcome.ts'
import { accountOperation } from './operation.ts'

/** Edits of the account’s preferences; `preferences.get` reads them. */
export const ownPreferences = {
  /** Saves changed preferences, except those changed elsewhere since `base`. */
  save: accountOperation({
    input: z.strictObject({
      /** The preferences before the edit. */
      base: preferences.set.parameters,
      changes: preferences.set.parameters,
    }),
    output: editOutcome(UserPreferences),
  }),
}
