import { type Ref, computed, shallowRef, toRaw, watch } from 'vue'
import type { Failure } from '../../shared/rules/failure.ts'
import { lastPart } from '../../shared/rules/name-words.ts'
import type { IsSameFieldValue } from '../../shared/rules/three-way.ts'
import { createEditedDraft } from './edited-draft.ts'
import { type FieldErrors, type Fields, fieldErrors } from './form-field.ts'
import { persistDraft, persistLostCreation } from '../stores/persisted-draft.ts'
import { failureOf } from '../bridge/latchkey.ts'
import { isAboutInput, useAsyncAction } from '../bridge/use-async-action.ts'
import { useLeaveGuard } from '../components/use-confirm.ts'

export interface FormOptions<Values extends object> {
  /** Identifies the form and what it’s about. */
  key: string
  /** The baseline for detecting changes: empty or current values. */
  from: Values
  /** The initial values, if they differ from `from`. */
  start?: Values
  same?: IsSameFieldValue
  /** The fields, or a function of the values. */
  fields: Fields | ((values: Values, base: Values) => Fields)
  /** Validates beyond individual fields. */
  check?: (values: Values, base: Values) => FieldErrors
  /** Derives field errors from a failure that doesn’t list them. */
  explain?: (failure: Failure) => FieldErrors | undefined
  /** Whether leaving would lose anything besides the fields. */
  alsoLost?: Ref<boolean>
  /** Sends the validated values. */
  submit: (values: Values) => Promise<unknown>
}

/**
 * Manages a form from the first keystroke to GitLab’s response. Typed values survive reloads, failures and leaving the
 * screen, which prompts only if something would be lost. A field’s error is shown until the field changes.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { key, from, start, same = sameText, alsoLost } = options
  const { run, busy, failure } = useAsyncAction()
  const { state, ...edited } = createEditedDraft(from, { same, start })
  const { draft: values, base, isDirty, isPreview, isDecided } = edited
  const passwords = passwordFields(fieldsOf(start ?? from, from))
  /** When the values were typed, if that was on an earlier visit. */
  const restoredAt = persistDraft(key, state, isDirty, passwords)
  const lostCreation = persistLostCreation(key)
  failure.value = lostCreation.load()
  watch(failure, lostCreation.save, { flush: 'sync' })
  const fields = computed(() => fieldsOf(values, base.value))
  /** The values last submitted. */
  const submitted = shallowRef<Values>()
  const inputErrors = shallowRef<FieldErrors>({})
  const serverErrors = computed(() =>
    failure.value ? (options.explain?.(failure.value) ?? byField(failure.value)) : {},
  )
  const errors = computed((): FieldErrors => {
    const remainingInputErrors = pick(inputErrors.value, (name) => name in errorsOf(values))
    return pick({ ...serverErrors.value, ...remainingInputErrors }, isUnchanged)
  })
  /** The failure, unless the fields cover all of it or it’s about values that have since changed. */
  const notice = computed(() => {
    if (!failure.value) return undefined
    if (isAboutInput(failure.value) && !Object.keys(values).every(isUnchanged)) return undefined
    const shown = Object.keys(serverErrors.value)
    const isShown = shown.length > 0 && shown.every((name) => name in fields.value)
    return isShown ? undefined : failure.value
  })
  /** Whether leaving would lose data. Drafts don’t include passwords and pictures. */
  const wouldLoseData = computed(
    () => alsoLost?.value === true || edited.changed.value.some((name) => passwords.includes(name)),
  )
  useLeaveGuard(wouldLoseData)

  function fieldsOf(filled: Values, before: Values): Fields {
    const { fields: declared } = options
    return typeof declared === 'function' ? declared(filled, before) : declared
  }

  /** Whether a field still has its submitted value. */
  function isUnchanged(name: string): boolean {
    if (!(name in values) || !submitted.value) return true
    const field = name as keyof Values
    return toRaw(values[field]) === submitted.value[field]
  }

  function errorsOf(filled: Values): FieldErrors {
    return {
      ...fieldErrors(fields.value, filled, edited.changed.value),
      ...options.check?.(filled, base.value),
    }
  }

  /** Returns whether it was sent and accepted. Nothing is sent while conflicts are unresolved. */
  async function submit(): Promise<boolean> {
    if (isPreview.value || !isDecided.value) return false
    const sent = { ...toRaw(values) }
    submitted.value = sent
    inputErrors.value = errorsOf(sent)
    failure.value = undefined
    return Object.keys(inputErrors.value).length === 0 && run(() => send(sent))
  }

  /** Persists a lost creation, because the screen may close before the response is lost. */
  async function send(sent: Values): Promise<void> {
    try {
      await options.submit(sent)
    } catch (error) {
      lostCreation.save(failureOf(error))
      throw error
    }
  }

  /** Discards the typed values. */
  function reset() {
    edited.discard()
    inputErrors.value = {}
    failure.value = undefined
  }

  return {
    ...edited,
    values,
    fields,
    errors,
    notice,
    busy,
    failure,
    restoredAt,
    wouldLoseData,
    submit,
    reset,
  }
}

/** The part of a form that its components use, with values of any type. */
export type ShownForm = Pick<
  ReturnType<typeof useForm<object>>,
  | 'values'
  | 'fields'
  | 'errors'
  | 'notice'
  | 'busy'
  | 'failure'
  | 'isDirty'
  | 'restoredAt'
  | 'submit'
  | 'reset'
>

/** Compares two values, ignoring surrounding whitespace. */
function sameText(_name: string, a: unknown, b: unknown): boolean {
  return JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b))
}

function pick(errors: FieldErrors, isShown: (name: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isShown(name)))
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

/** A failure’s errors by field name. Nested fields arrive as `identities.extern_uid` or `user_detail.bio`. */
function byField({ fields = {} }: Failure): FieldErrors {
  const errors: FieldErrors = {}
  for (const [path, messages] of Object.entries(fields)) {
    const name = lastPart(path)
    errors[name] = [...(errors[name] ?? []), ...messages]
  }
  return errors
}

function passwordFields(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'password')
}
