import type { EditOutcome, UndoOutcome } from '../../../shared/app/edit-outcome.ts'
import { type UserPreferences, preferences } from '../../../shared/service/current-user.ts'
import type { Fields, SameValue } from '../../../shared/three-way.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { type Edit, type Editable, save, undo } from '../../accounts/edit.ts'

/** Saves the account’s preferences. */
export function savePreferences(
  service: AccountService,
  edit: Edit,
): Promise<EditOutcome<UserPreferences>> {
  return save(ownPreferences(service), edit)
}

/** Restores earlier preferences. */
export function undoPreferences(
  service: AccountService,
  edit: Edit,
): Promise<UndoOutcome<UserPreferences>> {
  return undo(ownPreferences(service), edit)
}

function ownPreferences(service: AccountService): Editable<UserPreferences> {
  return {
    read: () => service.call(preferences.get, {}),
    // Some services require all of them, so the others are sent as they were read.
    write: (fields, now) => service.call(preferences.set, { ...fieldsOf(now), ...fields }),
    fieldsOf,
    same,
    compare: (sent, after) => ({
      ignored: Object.keys(sent).filter((name) => !same(name, sent[name], fieldsOf(after)[name])),
      unseen: [],
    }),
  }
}

/** A missing preference counts as off. */
const same: SameValue = (_name, a, b) => (a ?? false) === (b ?? false)

/** The preferences that the service supports; older ones lack some. */
function fieldsOf(seen: UserPreferences): Fields {
  const names = Object.keys(preferences.set.parameters.shape) as (keyof UserPreferences)[]
  return Object.fromEntries(
    names.flatMap((name) => (typeof seen[name] === 'boolean' ? [[name, seen[name]]] : [])),
  )
}
