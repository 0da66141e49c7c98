import { expect, it } from 'vitest'
import { clearWords, elsewhereWords, savedWords, statusWords } from './status-messages.ts'

it('says what of a status was saved, what was ignored, and what others changed', () => {
  expect(savedWords('Status saved', { ignored: [], theirs: [] })).toBe('Status saved.')
  expect(savedWords('Status saved', { ignored: ['busy'], theirs: ['clear', 'emoji'] })).toBe(
    'Status saved, except Busy: this GitLab ignored it. Changed elsewhere meanwhile: Emoji and Clear after.',
  )
})

it('names the status that is there instead', () => {
  expect(elsewhereWords({ emoji: 'palm_tree', message: null })).toContain('palm tree')
  expect(elsewhereWords({})).toContain('cleared elsewhere')
  expect(statusWords({ emoji: '', message: '', busy: true })).toBe('Busy')
})

it('words each way in which a status ends', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  expect(clearWords('', now)).toBe('Don’t clear')
  expect(clearWords('3_hours', now)).toBe('3 hours')
  expect(clearWords('2026-11-20T13:00:00Z', now)).toContain('today')
})
