import { describe, expect, it } from 'vitest'
import { momentToSecond } from '../../../ui/time/moments.ts'
import type { Evidence, EvidenceStep, RemovedObjects } from '../../../../shared/operations/jobs.ts'
import {
  evidenceRows,
  formatAbsent,
  formatStepTimes,
  formatSum,
  hasMoreUsers,
  objectDetails,
  objectUrl,
  sumObjects,
} from './evidence-messages.ts'

const group = { id: 7, type: 'Namespace', label: 'Maps & charts' } as const
const project = { id: 7, type: 'Project', label: 'tides' } as const
const late = { id: 9, type: 'Project', label: 'late' } as const
const left = { ...group, reason: 'kept', text: 'The only owner.' } as const

describe('evidenceRows', () => {
  const results = (objects: RemovedObjects, state: EvidenceStep['state'] = 'done') =>
    evidenceRows({ state, objects }).map(({ object, result }) => `${object.label}: ${result}`)

  it('distinguishes a group from a project with the same ID and lists failures first', () => {
    expect(results({ before: [project, group], removed: [project], left: [left] })).toEqual([
      'Maps & charts: Left: The only owner.',
      'tides: Removed',
    ])
  })

  it('includes objects that appeared after the step', () => {
    const appeared = { ...late, reason: 'appeared', text: 'Added.' } as const
    expect(results({ before: [], removed: [], left: [appeared] })).toEqual(['late: Left: Added.'])
  })

  it('reports a removal by someone else only if the list was read after the step', () => {
    const objects = { before: [project], removed: [], left: [] }
    const listed = { ...objects, isListed: true }
    expect(results(listed)).toEqual(['tides: Removed by somebody else'])
    expect(results(listed, 'sending')).toEqual(['tides: –'])
    expect(results(objects, 'sending')).toEqual(['tides: –'])
  })

  it.each(['done', 'refused', 'expired', 'cancelled'] as const)(
    'reports unknown objects after a step in state %s',
    (state) => {
      const objects = { before: [group, late, project], removed: [project], left: [left] }
      expect(results(objects, state)).toEqual([
        'Maps & charts: Left: The only owner.',
        'late: Unknown whether it is still there',
        'tides: Removed',
      ])
    },
  )
})

describe('sumObjects', () => {
  const step = (objects?: RemovedObjects): Evidence['users'][number]['steps'][number] => ({
    action: 'remove_memberships',
    state: 'done',
    objects,
  })
  const sumsOf = (...steps: ReturnType<typeof step>[]) =>
    sumObjects(steps.map((one) => ({ username: 'edith', name: 'Edith', steps: [one] })))

  it('adds up a run’s users for each step', () => {
    const objects = { before: [project, group], removed: [project], left: [left] }
    const [sum] = sumsOf(step(objects), step(), step(objects))
    expect(sum).toMatchObject({ action: 'remove_memberships', removed: 2, left: 2 })
    expect(formatSum(sum!)).toBe('2 removed, 2 left')
  })

  it('reports that a step is unsupported rather than showing zero', () => {
    const objects: RemovedObjects = { before: [], removed: [], left: [], problem: 'unsupported' }
    expect(sumsOf(step(objects)).map(formatSum)).toEqual(['This instance doesn’t allow it.'])
  })

  it('reports a problem that only affected some users', () => {
    const noObjects = { before: [], removed: [], left: [] }
    const refused: RemovedObjects = { ...noObjects, problem: 'unsupported' }
    const removed = { ...noObjects, before: [project], removed: [project] }
    expect(sumsOf(step(removed), step(refused)).map(formatSum)).toEqual([
      '1 removed; for 1 user: This instance doesn’t allow it.',
    ])
    expect(sumsOf(step(refused), step(noObjects)).map(formatSum)).toEqual([
      '0 removed; for 1 user: This instance doesn’t allow it.',
    ])
  })

  it('counts objects with an unknown result', () => {
    const objects = { before: [project, late], removed: [late], left: [] }
    expect(sumsOf(step(objects)).map(formatSum)).toEqual(['1 removed, 1 unknown'])
  })

  it('skips a step that wasn’t tried', () => {
    expect(sumsOf(step())).toEqual([])
  })
})

describe('formatAbsent', () => {
  const usersOf = (...actions: EvidenceStep['action'][]): Evidence['users'] => [
    {
      username: 'edith',
      name: 'Edith',
      steps: actions.map((action) => ({ action, state: 'done' })),
    },
  ]

  it('lists the offboarding steps that weren’t done', () => {
    const users = usersOf(
      'block',
      'delete_ssh_keys',
      'delete_gpg_keys',
      'delete_emails',
      'add_note',
    )
    expect(formatAbsent({ plan: 'Offboard', users })).toBe(
      'Revoke personal access tokens, Revoke impersonation tokens, Delete identities, Remove memberships, Disable two-factor',
    )
  })

  it('returns nothing without a plan or for a plan that removes nothing', () => {
    expect(formatAbsent({ plan: undefined, users: usersOf('delete_ssh_keys') })).toBeUndefined()
    expect(formatAbsent({ plan: 'Later', users: usersOf('block') })).toBeUndefined()
  })
})

it.each([
  [200, 400, false],
  [200, 402, true],
  [199, 402, false],
])(
  'detects whether %i users with two steps each are fewer than %i items',
  (count, total, hasMore) => {
    const steps = Array.from({ length: 2 }, () => ({ action: 'block', state: 'done' }) as const)
    const users = Array.from({ length: count }, () => ({ username: 'edith', name: 'Edith', steps }))
    expect(hasMoreUsers({ users }, total)).toBe(hasMore)
  },
)

it('links only groups and projects', () => {
  const instance = 'https://gitlab.example.com'
  expect(objectUrl(project, instance)).toBe(`${instance}/projects/7`)
  expect(objectUrl(group, instance)).toBe(`${instance}/admin/groups?name=Maps%20%26%20charts`)
  expect(objectUrl({ id: 7, label: 'laptop' }, instance)).toBeUndefined()
})

it('describes objects with details from GitLab', () => {
  const fields = { access_level: '30', expires_at: '2026-08-01' }
  expect(objectDetails({ ...project, fields })).toMatch(/^Project 7 · Developer · Expires .*2026$/)
  expect(objectDetails({ id: 'ldapmain', label: 'ldapmain', fields: { extern_uid: 'cn=e' } })).toBe(
    'cn=e',
  )
})

it('shows which addresses used a token', () => {
  const fields = { scopes: 'api', last_used_ips: '192.0.2.17, 2001:db8::17' }
  expect(objectDetails({ id: 4, label: 'Migration', fields })).toMatch(
    / · api · Used from 192\.0\.2\.17 and 2001:db8::17$/,
  )
})

it('shows the times of a step’s requests, or when it ended without any', () => {
  const [first, last] = [Date.parse('2026-03-10T15:29:00Z'), Date.parse('2026-03-10T15:30:00Z')]
  const step = { action: 'block', state: 'done' } as const
  expect(formatStepTimes({ ...step, firstRequest: first, lastAnswer: last, finished: last })).toBe(
    `First request ${momentToSecond(first)}, last response ${momentToSecond(last)}`,
  )
  expect(formatStepTimes({ ...step, firstRequest: first })).toBe(
    `First request: ${momentToSecond(first)}`,
  )
  expect(formatStepTimes({ ...step, state: 'cancelled', finished: last })).toBe(
    `Nothing sent. Ended ${momentToSecond(last)}`,
  )
  expect(formatStepTimes({ ...step, state: 'ready' })).toBeUndefined()
})
