import type { Failure } from '../../../shared/failure.ts'
import type { ServiceApi } from '../../../shared/service/index.ts'
import { withTags } from './tags.ts'

export type NewRunner = Parameters<ServiceApi['user']['createRunner']>[0]
export type RunnerType = NewRunner['runner_type']

/** Characters of a maintenance note; a longer one is refused. */
export const noteLimit = 1024

/** A runner as the form holds it; what is a number stays the text that was typed. */
export interface RunnerDraft {
  type: RunnerType
  group: string
  project: string
  description: string
  paused: boolean
  locked: boolean
  untagged: boolean
  tags: string[]
  /** A tag that is being typed. */
  nextTag: string
  access: NonNullable<NewRunner['access_level']>
  /** Seconds. */
  timeout: string
  note: string
}

/** The form before anything was typed; what it switches is what a service does unasked. */
export function freshDraft(): RunnerDraft {
  return {
    type: 'project_type',
    group: '',
    project: '',
    description: '',
    paused: false,
    locked: false,
    untagged: true,
    tags: [],
    nextTag: '',
    access: 'not_protected',
    timeout: '',
    note: '',
  }
}

/** Whether a form says the same as another. */
export function sameDraft(a: RunnerDraft, b: RunnerDraft): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

export type FieldErrors = Partial<Record<keyof NewRunner, string[]>>

/** What is wrong with a form before it is sent, by the field's name in the interface. */
export function draftErrors(draft: RunnerDraft): FieldErrors {
  const { type, group, project, untagged, timeout } = draft
  const errors: FieldErrors = {}
  if (type === 'group_type') Object.assign(errors, idErrors('group_id', group))
  if (type === 'project_type') Object.assign(errors, idErrors('project_id', project))
  if (!untagged && allTags(draft).length === 0) {
    errors.tag_list = ['add at least one: a runner that takes no untagged jobs needs a tag']
  }
  if (timeout.trim() && !wholeNumber(timeout)) {
    errors.maximum_timeout = ['type whole seconds, for example 3600, or nothing']
  }
  return errors
}

/** What is sent; texts that say nothing are left out. */
export function newRunner(draft: RunnerDraft): NewRunner {
  const { type, description, note, paused, locked, untagged, access } = draft
  const tags = allTags(draft)
  const timeout = wholeNumber(draft.timeout)
  return {
    runner_type: type,
    ...(type === 'group_type' && { group_id: wholeNumber(draft.group)! }),
    ...(type === 'project_type' && { project_id: wholeNumber(draft.project)! }),
    ...(description.trim() && { description: description.trim() }),
    paused,
    locked,
    run_untagged: untagged,
    ...(tags.length > 0 && { tag_list: tags }),
    access_level: access,
    ...(timeout && { maximum_timeout: timeout }),
    ...(note.trim() && { maintenance_note: note }),
  }
}

/** What a service said of single fields, also where it only wrote a sentence that begins with a field's name. */
export function serviceErrors(failure: Failure | undefined): FieldErrors {
  if (!failure || failure.kind !== 'invalid') return {}
  if (failure.fields) return failure.fields
  // app/services/ci/runners/create_runner_service.rb joins what its model says: "Tags list can not be empty when …"
  const named = Object.entries(sentences).find(([start]) => failure.message.startsWith(`${start} `))
  return named ? { [named[1]]: [failure.message.slice(named[0].length + 1)] } : {}
}

const sentences: Record<string, keyof NewRunner> = {
  'Tags list': 'tag_list',
  'Tag list': 'tag_list',
  'Maximum timeout': 'maximum_timeout',
  'Maintenance note': 'maintenance_note',
  Description: 'description',
}

/** A typed number above zero; nothing for any other text. */
export function wholeNumber(text: string): number | undefined {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : 0
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function allTags({ tags, nextTag }: RunnerDraft): string[] {
  return withTags(tags, nextTag)
}

function idErrors(name: 'group_id' | 'project_id', typed: string): FieldErrors {
  if (typed.trim() === '') return { [name]: ['type the id first'] }
  return wholeNumber(typed) ? {} : { [name]: ['is no id; it is a number like 1234'] }
}
