import type { EditOutcome, UndoOutcome } from '../../../shared/app/edit-outcome.ts'
import { type UserPreferences, preferences } from '../../../shared/service/current-user.ts'
import type { Fields, SameValue } from '../../../shared/three-way.ts'
import type { AccountService } from '../../accounts/account-service.ts'
import { type Edit, type Editable, save, undo } from '../../accounts/edit.ts'

/** Saves one's own preferences. */
export function savePreferences(
  service: AccountService,
  edit: Edit,
): Promise<EditOutcome<UserPreferences>> {
  return save(ownPreferences(service), edit)
}

/** Brings preferences back that were saved before. */
export function undoPreferences(
  service: AccountService,
  edit: Edit,
): Promise<UndoOutcome<UserPreferences>> {
  return undo(ownPreferences(service), edit)
}

function ownPreferences(service: AccountService): Editable<UserPreferences> {
  return {
    read: () => service.call(preferences.get, {}),
    // Some services want all of them, so the others are sent as they were read just now.
    write: (fields, now) => service.call(preferences.set, { ...fieldsOf(now), ...fields }),
    fieldsOf,
    same,
    compare: (sent, after) => ({
      ignored: Object.keys(sent).filter((name) => !same(name, sent[name], fieldsOf(after)[name])),
      unseen: [],
    }),
  }
}

/** What a service does not tell counts as off. */
const same: SameValue = (_name, a, b) => (a ?? false) === (b ?? false)

/** The preferences that a service has; older ones lack some. */
function fieldsOf(seen: UserPreferences): Fields {
  const names = Object.keys(preferences.set.parameters.shape) as (keyof UserPreferences)[]
  return Object.fromEntries(
    names.flatMap((name) => (typeof seen[name] === 'boolean' ? [[name, seen[name]]] : [])),
  )
}
