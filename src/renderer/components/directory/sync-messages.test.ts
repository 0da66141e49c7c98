import { expect, it } from 'vitest'
import { formatMoment } from '../../ui/time/moments.ts'
import { formatDirectoryAge, hasDirectoryCopy, formatSyncProgress } from './sync-messages.ts'

const now = new Date(2026, 4, 1, 12, 0).getTime()
const asOf = new Date(2026, 4, 1, 9, 5).getTime()

it('describes what is being loaded', () => {
  expect(formatSyncProgress({ known: 1200, reading: 'allUsers' }, now)).toMatch(/1.?200 so far/)
  expect(formatSyncProgress({ known: 60, asOf, reading: 'changes' }, now)).toBe(
    `Loading changes since ${formatMoment(asOf, now)}.`,
  )
  expect(
    formatSyncProgress({ known: 60, loadedCount: 40, asOf, reading: 'allUsers' }, now),
  ).toContain('Full resync: 40 of about 60 users.')
})

it('shows the age of a copy, and marks a partial one', () => {
  expect(formatDirectoryAge({ asOf }, now)).toContain(`Last updated ${formatMoment(asOf, now)}.`)
  expect(formatDirectoryAge({}, now)).toContain('Only part')
})

it('distinguishes a directory that was never loaded from an empty or partial one', () => {
  expect(hasDirectoryCopy({ known: 0 })).toBe(false)
  expect(hasDirectoryCopy({ known: 5 })).toBe(true)
  expect(hasDirectoryCopy({ known: 0, asOf })).toBe(true)
})
