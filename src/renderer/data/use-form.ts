import { computed, shallowRef, toRaw } from 'vue'
import type { Ref } from 'vue'
import type { Failure } from '../../shared/failure.ts'
import { lastPart } from '../../shared/name-words.ts'
import type { SameValue } from '../../shared/three-way.ts'
import { fieldErrors } from './form-field.ts'
import type { FieldErrors, Fields } from './form-field.ts'
import { useAction } from './use-action.ts'
import { useEditedDraft } from './use-edited-draft.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import type { FoundThing } from './use-lost-create.ts'

export interface FormOptions<Values extends object> {
  /** Tells this form, and whom it is about, from others. */
  key: string
  /** What is lost by leaving it, as the beginning of a sentence. */
  what: string
  /** What it is compared with: nothing typed yet, or what is there now. */
  from: Values
  /** What it is filled with at first, where that is something else. */
  start?: Values
  same?: SameValue
  /** The fields, also as they depend on what is filled in. */
  fields: Fields | ((values: Values, base: Values) => Fields)
  /** What is wrong beyond what single fields tell. */
  check?: (values: Values, base: Values) => FieldErrors
  /** What a failure says of fields, where it does not name them itself. */
  explain?: (failure: Failure) => FieldErrors | undefined
  /** Goes on with what was created although the answer was lost. */
  found?: (thing: FoundThing) => unknown
  /** Something beside the fields that would be lost too. */
  alsoLost?: Ref<boolean>
  /** Sends what passed the checks. */
  submit: (values: Values) => Promise<unknown>
}

/**
 * A form from the first character to the answer of the service. What is typed stays over a reload and whatever fails,
 * leaving it asks, and what is wrong stands at its field until that is mended or changed.
 */
export function useForm<Values extends object>(options: FormOptions<Values>) {
  const { key, what, from, start, same = sameText, alsoLost } = options
  const { run, busy, failure } = useAction()
  const edited = useEditedDraft<Values>(key, from, {
    same,
    ...(start && { start }),
    secrets: passwordsOf(fieldsOf(start ?? from, from)),
  })
  const { draft: values, base, isDirty, isPreview, isDecided } = edited
  const fields = computed(() => fieldsOf(values, base.value))
  /** What was filled in when it was checked last. */
  const checked = shallowRef<Values>()
  const wrong = shallowRef<FieldErrors>({})
  const refused = computed(() =>
    failure.value ? (options.explain?.(failure.value) ?? byField(failure.value)) : {},
  )
  const errors = computed((): FieldErrors => {
    const stillWrong = pick(wrong.value, (name) => name in errorsOf(values))
    return pick({ ...refused.value, ...stillWrong }, isAsChecked)
  })
  /** What no field says already. */
  const notice = computed(() => {
    const said = Object.keys(refused.value)
    const isSaid = said.length > 0 && said.every((name) => name in fields.value)
    return isSaid ? undefined : failure.value
  })
  useLeaveGuard(
    computed(() => isDirty.value || alsoLost?.value === true),
    what,
  )

  function fieldsOf(filled: Values, before: Values): Fields {
    const { fields: declared } = options
    return typeof declared === 'function' ? declared(filled, before) : declared
  }

  function isAsChecked(name: string): boolean {
    if (!(name in values) || !checked.value) return true
    const field = name as keyof Values
    return toRaw(values[field]) === checked.value[field]
  }

  function errorsOf(filled: Values): FieldErrors {
    return {
      ...fieldErrors(fields.value, filled, edited.changed.value),
      ...options.check?.(filled, base.value),
    }
  }

  /** Answers whether it was sent and taken; it is not before each conflict is decided. */
  async function submit(): Promise<boolean> {
    if (isPreview.value || !isDecided.value) return false
    const sent = { ...toRaw(values) }
    checked.value = sent
    wrong.value = errorsOf(sent)
    failure.value = undefined
    return Object.keys(wrong.value).length === 0 && run(() => options.submit(sent))
  }

  function there(thing: FoundThing): Promise<boolean> {
    return run(async () => options.found?.(thing))
  }

  /** Gives up what was typed. */
  function reset() {
    edited.discard()
    wrong.value = {}
    failure.value = undefined
  }

  return { ...edited, values, fields, errors, notice, busy, failure, submit, there, reset }
}

/** What the parts of a form on the screen need of it, whatever its values are. */
export type ShownForm = Pick<
  ReturnType<typeof useForm<object>>,
  | 'values'
  | 'fields'
  | 'errors'
  | 'notice'
  | 'busy'
  | 'failure'
  | 'isDirty'
  | 'submit'
  | 'there'
  | 'reset'
>

/** Whether two values say the same; space around a text says nothing. */
function sameText(_name: string, a: unknown, b: unknown): boolean {
  return JSON.stringify(trimmed(a)) === JSON.stringify(trimmed(b))
}

function pick(errors: FieldErrors, isShown: (name: string) => boolean): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => isShown(name)))
}

function trimmed(value: unknown): unknown {
  return typeof value === 'string' ? value.trim() : value
}

/** What lies in a table of its own comes as `identities.extern_uid` or `user_detail.bio`. */
function byField({ fields = {} }: Failure): FieldErrors {
  const errors: FieldErrors = {}
  for (const [path, texts] of Object.entries(fields)) {
    const name = lastPart(path)
    errors[name] = [...(errors[name] ?? []), ...texts]
  }
  return errors
}

function passwordsOf(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => fields[name]?.kind === 'password')
}
