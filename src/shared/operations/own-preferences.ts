import { z } from 'zod'
import { UserPreferences, preferences } from '../gitlab/current-user.ts'
import { editOutcome } from './edit-outcome.ts'
import { accountOperation } from './operation.ts'

/** Edits the account’s preferences, which `preferences.get` reads. */
export const ownPreferences = {
  /** Saves the changed preferences, except those that were also changed elsewhere since `base`. */
  save: accountOperation(() => ({
    input: z.strictObject({
      /** The preferences before the edit. */
      base: preferences.set.parameters,
      changes: preferences.set.parameters,
    }),
    output: editOutcome(UserPreferences),
  })),
}
