import type { Settings } from '../../shared/operations/settings.ts'
import { lockMinutes } from '../../shared/rules/settings.ts'
import { message } from '../../shared/messages/message.ts'
import { createFailureError } from '../platform/failures.ts'
import type { JsonFile } from '../platform/files/json-file.ts'
import type { ManagedPolicy } from '../platform/policy/policy.ts'
import { organizationOf } from './policy-failures.ts'

/** The settings file as the policy allows it. Keeps what the user chose, for the time after the policy. */
export function managedSettings(
  file: JsonFile<Settings>,
  policy: ManagedPolicy,
): JsonFile<Settings> {
  const read = () => withPolicy(file.read(), policy)
  const toStored = (value: Settings): Settings => {
    const own = file.read()
    const shown = read()
    const keys = (Object.keys(shown) as (keyof Settings)[]).filter(
      (key) => shown[key] !== own[key] && value[key] === shown[key],
    )
    return { ...value, ...Object.fromEntries(keys.map((key) => [key, own[key]])) }
  }
  return {
    read,
    isInvalid: () => file.isInvalid(),
    assertReadable: () => file.assertReadable(),
    write: (value) => file.write(toStored(value)),
    prepare: (value) => file.prepare(toStored(value)),
    saveOrReport: (value) => file.saveOrReport(toStored(value)),
    remove: () => file.remove(),
  }
}

/** Throws if the policy doesn't allow a change. */
export function assertSettingsAllowed(
  policy: ManagedPolicy,
  current: Settings,
  change: Partial<Settings>,
): void {
  const wanted = { ...current, ...change }
  const allowed = withPolicy(wanted, policy)
  const refused = (Object.keys(change) as (keyof Settings)[]).filter(
    (key) => allowed[key] !== wanted[key],
  )
  if (refused.length === 0) return
  const values = { organization: organizationOf(policy) }
  const problem = message('policy.settingRefused', values)
  const fields = Object.fromEntries(refused.map((key) => [key, [problem]]))
  throw createFailureError('policy.settingRefused', values, { fields })
}

function withPolicy(settings: Settings, { values }: ManagedPolicy): Settings {
  const { clipboardClearSeconds = Infinity, lockAfterMinutes = Infinity, updates } = values
  return {
    ...settings,
    clipboardSeconds: Math.min(settings.clipboardSeconds, clipboardClearSeconds),
    lockMinutes: lockMinutesUpTo(settings.lockMinutes, lockAfterMinutes),
    ...((updates === 'off' || updates === 'ask') && { updateChecks: false }),
    ...(typeof updates === 'object' && { updateChannel: updates.channel }),
  }
}

/** The chosen time, or the longest choice within the limit. 0, which is never, is above every limit. */
function lockMinutesUpTo(chosen: Settings['lockMinutes'], limit: number): Settings['lockMinutes'] {
  if (limit === Infinity || (chosen !== 0 && chosen <= limit)) return chosen
  return lockMinutes.findLast((minutes) => minutes <= limit)!
}
