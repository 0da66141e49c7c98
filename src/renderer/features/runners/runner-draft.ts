import type { ServiceApi } from '../../../shared/gitlab/index.ts'
import type { MessageId } from '../../../shared/messages/message.ts'
import { t } from '../../ui/messages.ts'
import { formatDuration } from '../../ui/time/duration.ts'
import type { FieldErrors, Fields } from '../../forms/form-field.ts'
import { runnerProtections, runnerTypes } from './runner-messages.ts'
import { runnerNoteLimit } from '../../../shared/rules/limits.ts'

export type NewRunner = Parameters<ServiceApi['user']['createRunner']>[0]

/** The runner form’s values by API field name. Numbers are kept as typed. */
export interface RunnerDraft {
  runner_type: NewRunner['runner_type']
  group_id: string
  project_id: string
  description: string
  paused: boolean
  locked: boolean
  run_untagged: boolean
  tag_list: string[]
  /** The tag being typed. */
  nextTag: string
  access_level: NonNullable<NewRunner['access_level']>
  /** In seconds. */
  maximum_timeout: string
  maintenance_note: string
}

/** A form with GitLab’s defaults. */
export function freshRunnerDraft(): RunnerDraft {
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

/** The form’s fields. Some runner types need a group or project ID. */
export function runnerFields(
  { runner_type: type, maximum_timeout: timeout }: RunnerDraft,
  isAdmin = false,
): Fields {
  return {
    runner_type: {
      kind: 'cards',
      label: t('runners.type'),
      choices: runnerTypes.map(({ value, label, hint }) => ({
        value,
        label: t(label),
        hint: t(hint),
        disabled: value === 'instance_type' && !isAdmin,
      })),
    },
    ...(type === 'group_type' && { group_id: idField('group') }),
    ...(type === 'project_type' && { project_id: idField('project') }),
    description: {
      kind: 'text',
      label: t('runners.description'),
    },
    tag_list: { kind: 'own' },
    run_untagged: {
      kind: 'switch',
      label: t('runners.runUntagged'),
    },
    access_level: {
      kind: 'cards',
      label: t('runners.branches'),
      choices: runnerProtections.map(({ value, label, hint }) => ({
        value,
        label: t(label),
        hint: t(hint),
      })),
    },
    maximum_timeout: {
      kind: 'number',
      label: t('runners.timeout'),
      hint: timeoutHint(timeout),
      check: (text) => (parseWholeNumber(text) ? undefined : t('runners.timeoutInvalid')),
    },
    paused: {
      kind: 'switch',
      label: t('runners.paused'),
      hint: t('runners.pausedHint'),
    },
    locked: {
      kind: 'switch',
      label: t('runners.locked'),
      hint: t('runners.lockedHint'),
    },
    maintenance_note: {
      kind: 'area',
      label: t('runners.maintenanceNote'),
      placeholder: t('runners.maintenanceNotePlaceholder'),
      limit: runnerNoteLimit,
      counts: true,
    },
  }
}

/** The form’s sections. */
export const runnerSections: { title: MessageId; names: (keyof RunnerDraft)[] }[] = [
  { title: 'runners.scope', names: ['runner_type', 'group_id', 'project_id', 'description'] },
  {
    title: 'runners.jobs',
    names: ['tag_list', 'run_untagged', 'access_level', 'maximum_timeout'],
  },
  { title: 'runners.configuration', names: ['paused', 'locked', 'maintenance_note'] },
]

/** Errors that depend on several fields. */
export function runnerDraftErrors(draft: RunnerDraft): FieldErrors {
  return draft.run_untagged || allTags(draft).length > 0
    ? {}
    : { tag_list: [t('runners.tagRequired')] }
}

/** Converts a draft to a new runner, without empty strings. */
export function newRunner(draft: RunnerDraft): NewRunner {
  const { runner_type, description, maintenance_note, paused, locked, run_untagged } = draft
  const tag_list = allTags(draft)
  const maximum_timeout = parseWholeNumber(draft.maximum_timeout)
  return {
    runner_type,
    ...(runner_type === 'group_type' && { group_id: parseWholeNumber(draft.group_id)! }),
    ...(runner_type === 'project_type' && { project_id: parseWholeNumber(draft.project_id)! }),
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

/** Parses a positive integer. */
function parseWholeNumber(text: string): number | undefined {
  const number = /^\d+$/.test(text.trim()) ? Number(text) : 0
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function allTags({ tag_list: tags, nextTag }: RunnerDraft): string[] {
  return addTags(tags, nextTag)
}

function idField(owner: 'group' | 'project'): Fields[string] {
  return {
    kind: 'number',
    label: t(`runners.${owner}Id`),
    required: t('editing.invalidId'),
    hint: t('runners.idHint'),
    check: (text) => (parseWholeNumber(text) ? undefined : t('editing.invalidId')),
  }
}

function timeoutHint(timeout: string): string {
  const seconds = parseWholeNumber(timeout)
  if (seconds) return formatDuration(seconds)
  return timeout.trim() ? '' : t('runners.timeoutHint')
}

/** Adds the tags from a comma-separated string, without duplicates. */
export function addTags(tags: readonly string[], text: string): string[] {
  const typed = text.split(/[,\n]/).map((tag) => tag.trim())
  return [...new Set([...tags, ...typed])].filter(Boolean)
}
