import { expect, it } from 'vitest'
import { currentTime } from '../../../shared/rules/clock.ts'
import { loadEmojiBook } from '../emoji/emoji-book.ts'
import {
  conflictMessage,
  formatClear,
  formatStatus,
  formatTimedStatus,
  statusSavedMessage,
  shortDuration,
} from './status-messages.ts'

it('lists saved, ignored, and conflicting fields', () => {
  const now = { message: 'Focus' }
  expect(statusSavedMessage('saved', { now, ignored: ['busy'], theirs: ['clear', 'emoji'] })).toBe(
    'Status saved, except Busy: this instance ignored it. Changed elsewhere: Emoji and Clear after.',
  )
})

it('shows the saved status and when it clears', async () => {
  const now = { emoji: 'headphones', message: 'Focus', clear_status_at: '2100-01-01T12:00:00Z' }
  const saved = { ignored: [], theirs: [] }
  const plain = (text: string) => text.replace(/[\u2068\u2069]/g, '')
  expect(plain(statusSavedMessage('set', { now: { message: 'Focus' }, ...saved }))).toBe(
    'Status: Focus.',
  )
  await loadEmojiBook()
  expect(plain(statusSavedMessage('set', { now, ...saved }))).toMatch(
    /^Status: 🎧 Focus until .*2100/,
  )
  const today = currentTime()
  expect(plain(statusSavedMessage('set', { now, ...saved, endsAt: today }))).toMatch(
    /^Status: 🎧 Focus until \d{1,2}:\d\d [AP]M\.$/,
  )
  expect(plain(statusSavedMessage('set', { now: { emoji: 'headphones' }, ...saved }))).toBe(
    'Status: 🎧.',
  )
  const busy = { ...now, availability: 'busy' as const }
  expect(plain(statusSavedMessage('set', { now: busy, ...saved, endsAt: today }))).toMatch(
    /^Status: 🎧 Focus until \d{1,2}:\d\d [AP]M, busy\.$/,
  )
  expect(
    plain(statusSavedMessage('set', { now: { availability: 'busy' as const }, ...saved })),
  ).toBe('Status: Busy.')
})

it('shows the status that was set elsewhere', () => {
  expect(conflictMessage({ emoji: 'palm_tree', message: null })).toContain('palm tree')
  expect(conflictMessage({})).toContain('cleared elsewhere')
  expect(formatStatus({ emoji: '', message: '', busy: true })).toBe('Busy')
})

it('formats each way a status clears', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(formatClear('', now)).toBe('Don’t clear')
  expect(formatClear('3_hours', now)).toBe('3 hours')
  expect(formatClear('2026-11-20T13:00:00Z', now)).toContain('today')
})

it('formats a duration in full and shortened', () => {
  const lunch = { emoji: 'pizza', message: 'Lunch', busy: true, clear: '30_minutes' } as const
  expect(formatTimedStatus(lunch)).toBe('Lunch, busy, for 30 minutes')
  expect(formatTimedStatus({ ...lunch, busy: false, clear: 'never' })).toBe('Lunch')
  expect(formatTimedStatus({ ...lunch, clear: '120_minutes' })).toBe('Lunch, busy, for 2 hours')
  expect(formatTimedStatus({ emoji: '', message: '', busy: true, clear: 'never' })).toBe('Busy')
  expect([shortDuration('90_minutes'), shortDuration('2880_minutes')]).toEqual([
    '1 h 30 min',
    '2 days',
  ])
  const short = (['30_minutes', '8_hours', '1_day', '7_days', 'never'] as const).map(shortDuration)
  expect(short).toEqual(['30 min', '8 h', '1 day', '7 days', ''])
})
