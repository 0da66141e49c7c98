import type { Failure } from '../../../shared/failure.ts'
import type { ServiceApi } from '../../../shared/service/index.ts'
import { durationWords } from '../../ui/time/duration.ts'
import type { FieldErrors, Fields } from '../../data/form-field.ts'
import { accessLevels, runnerTypes } from './runner-messages.ts'
import { withTags } from './tags.ts'
import { runnerNoteLimit } from '../../../shared/limits.ts'

export type NewRunner = Parameters<ServiceApi['user']['createRunner']>[0]

/** A runner as the form has it, by the names of the interface; what is a number stays the text that was typed. */
export interface RunnerDraft {
  runner_type: NewRunner['runner_type']
  group_id: string
  project_id: string
  description: string
  paused: boolean
  locked: boolean
  run_untagged: boolean
  tag_list: string[]
  /** A tag that is being typed. */
  nextTag: string
  access_level: NonNullable<NewRunner['access_level']>
  /** Seconds. */
  maximum_timeout: string
  maintenance_note: string
}

/** The form before anything was typed; what it switches is what a service does unasked. */
export function freshDraft(): RunnerDraft {
  return {
    runner_type: 'project_type',
    group_id: '',
    project_id: '',
    description: '',
    paused: false,
    locked: false,
    run_untagged: true,
    tag_list: [],
    nextTag: '',
    access_level: 'not_protected',
    maximum_timeout: '',
    maintenance_note: '',
  }
}

/** The fields of the form; whose id is asked for depends on the type. */
export function runnerFields(
  { runner_type: type, maximum_timeout: timeout }: RunnerDraft,
  isAdmin = false,
): Fields {
  return {
    runner_type: {
      kind: 'cards',
      label: 'Type',
      choices: runnerTypes.map((one) => ({
        ...one,
        disabled: one.value === 'instance_type' && !isAdmin,
      })),
    },
    ...(type === 'group_type' && { group_id: idField('Group', 'group') }),
    ...(type === 'project_type' && { project_id: idField('Project', 'project') }),
    description: {
      kind: 'text',
      label: 'Description',
      placeholder: 'Build machine in the cellar',
    },
    tag_list: { kind: 'own' },
    run_untagged: {
      kind: 'switch',
      label: 'Take untagged jobs',
      hint: 'Without it, the runner needs at least one tag.',
    },
    access_level: { kind: 'cards', label: 'Branches', choices: accessLevels },
    maximum_timeout: {
      kind: 'number',
      label: 'Longest time for a job, in seconds',
      placeholder: '3600',
      hint: timeoutWords(timeout),
      check: (text) =>
        wholeNumber(text) ? undefined : 'type whole seconds, for example 3600, or nothing',
    },
    paused: {
      kind: 'switch',
      label: 'Paused',
      hint: 'It takes no job until it is resumed on the web.',
    },
    locked: {
      kind: 'switch',
      label: 'Locked',
      hint: 'A project’s runner can then not be lent to other projects.',
    },
    maintenance_note: {
      kind: 'area',
      label: 'Maintenance note',
      placeholder: 'Who looks after it, and how',
      limit: runnerNoteLimit,
      counts: true,
    },
  }
}

/** The fields of each part of the form. */
export const runnerParts = [
  { title: 'For whom it works', names: ['runner_type', 'group_id', 'project_id', 'description'] },
  {
    title: 'Which jobs it takes',
    names: ['tag_list', 'run_untagged', 'access_level', 'maximum_timeout'],
  },
  { title: 'How it starts', names: ['paused', 'locked', 'maintenance_note'] },
]

/** What is wrong beyond single fields. */
export function draftErrors(draft: RunnerDraft): FieldErrors {
  return draft.run_untagged || allTags(draft).length > 0
    ? {}
    : { tag_list: ['add at least one: a runner that takes no untagged jobs needs a tag'] }
}

/** What is sent; texts that say nothing are left out. */
export function newRunner(draft: RunnerDraft): NewRunner {
  const { runner_type, description, maintenance_note, paused, locked, run_untagged } = draft
  const tag_list = allTags(draft)
  const maximum_timeout = wholeNumber(draft.maximum_timeout)
  return {
    runner_type,
    ...(runner_type === 'group_type' && { group_id: wholeNumber(draft.group_id)! }),
    ...(runner_type === 'project_type' && { project_id: wholeNumber(draft.project_id)! }),
    ...(description.trim() && { description: description.trim() }),
    paused,
    locked,
    run_untagged,
    ...(tag_list.length > 0 && { tag_list }),
    access_level: draft.access_level,
    ...(maximum_timeout && { maximum_timeout }),
    ...(maintenance_note.trim() && { maintenance_note }),
  }
}

/** What a service said of a field where it only wrote a sentence that begins with the field's name. */
export function sentenceErrors({ kind, fields, message }: Failure): FieldErrors | undefined {
  // app/services/ci/runners/create_runner_service.rb joins what its model says: "Tags list can not be empty when …"
  const named = Object.entries(sentences).find(([start]) => message.startsWith(`${start} `))
  if (fields || kind !== 'invalid' || !named) return undefined
  return { [named[1]]: [message.slice(named[0].length + 1)] }
}

const sentences: Record<string, keyof NewRunner> = {
  'Tags list': 'tag_list',
  'Tag list': 'tag_list',
  'Maximum timeout': 'maximum_timeout',
  'Maintenance note': 'maintenance_note',
  Description: 'description',
}

/** A typed number above zero; nothing for any other text. */
function wholeNumber(text: string): number | undefined {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : 0
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function allTags({ tag_list: tags, nextTag }: RunnerDraft): string[] {
  return withTags(tags, nextTag)
}

function idField(label: string, what: string): Fields[string] {
  return {
    kind: 'number',
    label: `${label} id`,
    placeholder: '1234',
    required: 'type the id first',
    hint: `It is in the menu at the top of the ${what}’s page on the web.`,
    check: (text) => (wholeNumber(text) ? undefined : 'is no id; it is a number like 1234'),
  }
}

function timeoutWords(timeout: string): string {
  const seconds = wholeNumber(timeout)
  if (seconds) return `${durationWords(seconds)}.`
  return timeout.trim() ? '' : 'Left empty, the timeout of each project counts.'
}
