import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { fieldErrors } from '../../forms/form-field.ts'
import {
  addTags,
  runnerDraftErrors,
  freshRunnerDraft,
  newRunner,
  runnerFields,
} from './runner-draft.ts'
import type { RunnerDraft } from './runner-draft.ts'
import { registerCommand } from './register-command.ts'
import { tokenExpiryMessage } from './runner-messages.ts'

const project = { ...freshRunnerDraft(), project_id: '12' }
const group = { ...freshRunnerDraft(), runner_type: 'group_type' } as const
const instance = { ...freshRunnerDraft(), runner_type: 'instance_type' } as const

const wrongFields = (draft: RunnerDraft) => Object.keys(fieldErrors(runnerFields(draft), draft))

it('requires and sends only the ID that belongs to the runner type', () => {
  expect(wrongFields(freshRunnerDraft())).toEqual(['project_id'])
  expect(wrongFields({ ...group, group_id: 'x' })).toEqual(['group_id'])
  expect(wrongFields(instance)).toEqual([])
  const runner = newRunner({ ...group, project_id: '12', group_id: ' 7 ' })
  expect(runner).toMatchObject({ runner_type: 'group_type', group_id: 7 })
  expect(runner).not.toHaveProperty('project_id')
  expect(newRunner({ ...instance, project_id: '12' })).not.toHaveProperty('project_id')
})

it.each(['0', '-1', '1.5', '1e3', '99999999999999999999'])('rejects %j as an ID', (typed) => {
  expect(wrongFields({ ...project, project_id: typed })).toEqual(['project_id'])
})

it('requires a tag if untagged jobs are off, and counts one that is typed but not yet added', () => {
  const tagged = { ...project, run_untagged: false }
  expect(runnerDraftErrors(tagged)).toHaveProperty('tag_list')
  expect(runnerDraftErrors({ ...tagged, nextTag: 'linux' })).toEqual({})
  expect(newRunner({ ...project, tag_list: ['arm'], nextTag: 'linux' }).tag_list).toEqual([
    'arm',
    'linux',
  ])
})

it('sends form values except for empty ones', () => {
  expect(newRunner({ ...project, description: ' ', maintenance_note: '\n' })).toEqual({
    runner_type: 'project_type',
    project_id: 12,
    paused: false,
    locked: false,
    run_untagged: true,
    access_level: 'not_protected',
  })
  expect(newRunner({ ...project, maximum_timeout: '5400' }).maximum_timeout).toBe(5400)
  expect(wrongFields({ ...project, maximum_timeout: 'an hour' })).toEqual(['maximum_timeout'])
})

it('splits tags at commas and line breaks and removes duplicates', () => {
  expect(addTags(['a'], ' b, a,,c d\ne ')).toEqual(['a', 'b', 'c d', 'e'])
})

it('quotes the token so it can’t inject a command', () => {
  expect(registerCommand('https://gitlab.example.com', 'glrt-a_B-1.2')).toBe(
    'gitlab-runner register --url https://gitlab.example.com --token glrt-a_B-1.2',
  )
  const hostile = `x'; echo "$(id)" & \`id\` #`
  const command = registerCommand('https://a.example', hostile)
  const output = execFileSync('sh', ['-c', command.replace('gitlab-runner', 'printf "%s\\n"')])
  expect(String(output).trim().split('\n').at(-1)).toBe(hostile)
})

it('shows a runner token’s expiry and the deadline for rotating it', () => {
  const runner = { id: 1, token: 'glrt-x' }
  expect(tokenExpiryMessage({ ...runner, token_expires_at: null })).toBe(
    'The token doesn’t expire.',
  )
  expect(
    tokenExpiryMessage({
      ...runner,
      token_expires_at: '2026-08-15T10:00:00Z',
      token_rotation_deadline: '2026-08-10T10:00:00Z',
    }),
  ).toMatch(/^The token expires on .*15.*\. Rotate it by .*10.*\.$/)
})
