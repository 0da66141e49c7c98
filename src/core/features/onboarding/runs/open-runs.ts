import { message } from '../../../../shared/messages/message.ts'
import { FailureError } from '../../../infra/failure.ts'
import {
  type Database,
  checkDatabase,
  openDatabase,
  openedWith,
} from '../../../infra/sqlite/database.ts'
import { isCorruption } from '../../../infra/sqlite/database-failure.ts'
import { onboardingOptions } from './schema.ts'

/** Opens the runs of an account. A damaged file stays where it is: which users were created can't be found out without it. */
export function openRuns(path: string | undefined): Database {
  if (path === undefined) return openDatabase(':memory:', onboardingOptions)
  try {
    return openedWith(openDatabase(path, onboardingOptions), (database) =>
      checkDatabase(database, onboardingOptions.schema),
    )
  } catch (error) {
    throw new FailureError(
      {
        kind: 'unexpected',
        message: isCorruption(error)
          ? message('onboarding.damaged', { path })
          : message('onboarding.notSaved'),
        hint: message(isCorruption(error) ? 'onboarding.damagedHint' : 'onboarding.notSavedHint'),
      },
      { cause: error },
    )
  }
}
