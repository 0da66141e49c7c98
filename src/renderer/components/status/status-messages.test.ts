import { expect, it } from 'vitest'
import {
  elsewhereMessage,
  formatClear,
  formatStatus,
  formatTimedStatus,
  statusSavedMessage,
  shortDuration,
} from './status-messages.ts'

it('says which fields were saved, which were ignored, and which others changed', () => {
  expect(statusSavedMessage('saved', { ignored: [], theirs: [] })).toBe('Status saved.')
  expect(statusSavedMessage('saved', { ignored: ['busy'], theirs: ['clear', 'emoji'] })).toBe(
    'Status saved, except Busy: this instance ignored it. Changed elsewhere: Emoji and Clear after.',
  )
})

it('names the status that is there instead', () => {
  expect(elsewhereMessage({ emoji: 'palm_tree', message: null })).toContain('palm tree')
  expect(elsewhereMessage({})).toContain('cleared elsewhere')
  expect(formatStatus({ emoji: '', message: '', busy: true })).toBe('Busy')
})

it('names each way in which a status clears', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(formatClear('', now)).toBe('Don’t clear')
  expect(formatClear('3_hours', now)).toBe('3 hours')
  expect(formatClear('2026-11-20T13:00:00Z', now)).toContain('today')
})

it('writes a duration out, and shortens it where there is little room', () => {
  const lunch = { emoji: 'pizza', message: 'Lunch', busy: true, clear: '30_minutes' } as const
  expect(formatTimedStatus(lunch)).toBe('Lunch, busy, for 30 minutes')
  expect(formatTimedStatus({ ...lunch, busy: false, clear: 'never' })).toBe('Lunch')
  const short = (['30_minutes', '8_hours', '1_day', '7_days', 'never'] as const).map(shortDuration)
  expect(short).toEqual(['30 min', '8 h', '1 day', '7 days', ''])
})
