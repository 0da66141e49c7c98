import { describe, expect, it } from 'vitest'
import type { Evidence, RemovedObjects } from '../../../../shared/operations/jobs.ts'
import { detailsOf, formatRemoved, pageOf, rowsOf, sumObjects } from './evidence-messages.ts'

const group = { id: 7, type: 'Namespace', label: 'Maps & charts' } as const
const project = { id: 7, type: 'Project', label: 'tides' } as const
const late = { id: 9, type: 'Project', label: 'late' } as const
const left = { ...group, reason: 'only_owner', text: 'The only owner.' } as const

describe('rowsOf', () => {
  const results = (objects: RemovedObjects, isEnded = true) =>
    rowsOf(objects, isEnded).map(({ object, result }) => `${object.label}: ${result}`)

  it('tells a group from a project with the same ID, and begins with what is left', () => {
    expect(results({ before: [project, group], removed: [project], left: [left] })).toEqual([
      'Maps & charts: Left: The only owner.',
      'tides: Removed',
    ])
  })

  it('has what appeared in the meantime', () => {
    const appeared = { ...late, reason: 'appeared', text: 'Added.' } as const
    expect(results({ before: [], removed: [], left: [appeared] })).toEqual(['late: Left: Added.'])
  })

  it('says that others removed something only after the step has ended', () => {
    const objects = { before: [project], removed: [], left: [] }
    expect(results(objects)).toEqual(['tides: Removed by somebody else'])
    expect(results(objects, false)).toEqual(['tides: –'])
  })
})

describe('sumObjects', () => {
  const step = (objects?: RemovedObjects): Evidence['users'][number]['steps'][number] => ({
    action: 'remove_memberships',
    state: 'done',
    objects,
  })
  const sumsOf = (...steps: ReturnType<typeof step>[]) =>
    sumObjects(steps.map((one) => ({ username: 'edith', name: 'Edith', steps: [one] })))

  it('adds the users of a run up by step', () => {
    const objects = { before: [project, group], removed: [project], left: [left] }
    const [sum] = sumsOf(step(objects), step(), step(objects))
    expect(sum).toMatchObject({ action: 'remove_memberships', removed: 2, left: 2 })
    expect(formatRemoved(sum!)).toBe('2 removed, 2 left')
  })

  it('says what the instance doesn’t allow instead of zero', () => {
    const objects: RemovedObjects = { before: [], removed: [], left: [], problem: 'unsupported' }
    expect(sumsOf(step(objects)).map(formatRemoved)).toEqual(['This instance doesn’t allow it.'])
  })

  it('has no sum of a step that was not tried', () => {
    expect(sumsOf(step())).toEqual([])
  })
})

it('links groups and projects, and nothing else', () => {
  const instance = 'https://gitlab.example.com'
  expect(pageOf(project, instance)).toBe(`${instance}/projects/7`)
  expect(pageOf(group, instance)).toBe(`${instance}/admin/groups?name=Maps%20%26%20charts`)
  expect(pageOf({ id: 7, label: 'laptop' }, instance)).toBeUndefined()
})

it('tells objects from others by what GitLab says of them', () => {
  const fields = { access_level: '30', expires_at: '2026-08-01' }
  expect(detailsOf({ ...project, fields })).toMatch(/^Project 7 · Developer · Expires .*2026$/)
  expect(detailsOf({ id: 'ldapmain', label: 'ldapmain', fields: { extern_uid: 'cn=e' } })).toBe(
    'cn=e',
  )
})
