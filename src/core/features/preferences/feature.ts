import { type EditableRecord, saveEdit } from '../../gitlab/record-edits/record-edit.ts'
import type { Feature } from '../feature.ts'
import { type UserPreferences, preferences } from '../../../shared/gitlab/current-user.ts'
import type { RecordFields, IsSameFieldValue } from '../../../shared/rules/three-way.ts'
import type { GitLabClient } from '../../gitlab/gitlab-client.ts'

/** Edits the account’s preferences. */
export function preferencesFeature(): Feature<'ownPreferences'> {
  return {
    handlers: {
      ownPreferences: {
        save: (edit, gitlab) => saveEdit(ownPreferences(gitlab), edit),
      },
    },
    forgetAccount: 'remembers nothing',
  }
}

/** The account’s preferences on the instance. */
function ownPreferences(gitlab: GitLabClient): EditableRecord<UserPreferences> {
  return {
    read: () => gitlab.call(preferences.get, {}),
    // Some instances require all preferences, so unchanged ones are sent back as they were read.
    write: (fields, now) => gitlab.call(preferences.set, { ...fieldsOf(now), ...fields }),
    fieldsOf,
    same,
    compare: (sent, after) => ({
      ignored: Object.keys(sent).filter((name) => !same(name, sent[name], fieldsOf(after)[name])),
      unseen: [],
    }),
  }
}

/** Treats a missing preference as turned off. */
const same: IsSameFieldValue = (_name, a, b) => (a ?? false) === (b ?? false)

/** The preferences that the instance supports. Older versions lack some. */
function fieldsOf(seen: UserPreferences): RecordFields {
  const names = Object.keys(preferences.set.parameters.shape) as (keyof UserPreferences)[]
  return Object.fromEntries(
    names.flatMap((name) => (typeof seen[name] === 'boolean' ? [[name, seen[name]]] : [])),
  )
}
